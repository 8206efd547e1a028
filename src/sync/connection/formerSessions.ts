import type { RefreshRequest } from "#contract/session.ts";
import { API_BASE } from "#lib/env.ts";
import type { AppExtra, ListeningStore, StartListening } from "#session/appExtra.ts";
import { SIGN_OUT_TOKENS } from "#session/tokens.ts";
import { selectConnectionStatus, type WithConnection } from "./connectionSlice.ts";

const readTokens = () => (localStorage.getItem(SIGN_OUT_TOKENS) ?? "").split(" ");

function forget(signOutToken: string): void {
  const others = readTokens().filter((token) => token !== signOutToken);
  localStorage.setItem(SIGN_OUT_TOKENS, others.join(" "));
}

/** Ends the sessions of which the browser has no refresh token any more, also those of other users. */
async function endFormerSessions({ tokens }: AppExtra): Promise<void> {
  // Reads the tokens first: another tab may sign in now, and that session must stay.
  const signOutTokens = readTokens();
  const former = tokens.refreshToken ? signOutTokens.slice(1) : signOutTokens;
  for (const signOutToken of former.filter(Boolean)) {
    const response = await fetch(`${API_BASE}/api/auth/logout`, {
      method: "POST",
      credentials: "include",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ refreshToken: signOutToken } satisfies RefreshRequest),
    });
    // Any other response may come from a proxy.
    if (response.status === 204) forget(signOutToken);
  }
}

/**
 * Ends former sessions on the server at the start, and when the connection is back: the call of the
 * sign-out may not have arrived.
 */
export function startFormerSessionListeners(
  startListening: StartListening<WithConnection>,
  { extra }: ListeningStore<WithConnection>,
): void {
  // A failure is retried with the next connection or visit.
  const end = () => void endFormerSessions(extra).catch(() => undefined);
  startListening({
    predicate: (_action, state, before) =>
      selectConnectionStatus(state) === "online" && selectConnectionStatus(before) !== "online",
    effect: end,
  });
  end();
}
