import type { AppExtra } from "#session/appExtra.ts";
import type { WithSession } from "#session/authSlice.ts";

/**
 * The user whose changes the outbox stores. Null after the session expires. The store then drops its
 * changes, but the outbox keeps them until the user signs in again.
 */
export function selectOwner({ auth }: WithSession): string | null {
  if (auth.status === "signedOut" || auth.status === "expired") return null;
  return auth.user?.id ?? null;
}

/**
 * Whether the session that requests would use is that of the owner of the store's changes. Another
 * tab may have changed it an instant ago.
 */
export function isOwnersSession(state: WithSession, { tokens }: Pick<AppExtra, "tokens">): boolean {
  const owner = selectOwner(state);
  return owner !== null && tokens.user?.id === owner;
}
