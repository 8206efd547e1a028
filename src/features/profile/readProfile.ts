import type { Profile } from "#contract/profile.ts";
import { type Fields, isObject } from "#lib/json.ts";
import { readUser } from "#session/storedUser.ts";

/**
 * Answer of GET /api/profile (§7): `{ profile }`, `{ user }` or the bare object. Null if it is
 * empty; throws if there is a profile without an id (§8).
 */
export function readProfile(raw: unknown): Profile | null {
  const found = isObject(raw) ? ["profile", "user"].find((name) => name in raw) : undefined;
  const profile = isObject(raw) && found ? raw[found] : raw;
  if (profile === null || profile === undefined) return null;
  const user = readUser(profile);
  if (!user) throw new Error("The profile has no id");
  return { ...user, ...readEmailChange(profile as Fields) };
}

/** What our server says about a change of the address. */
function readEmailChange({ email_needs_password, pending_email }: Fields): Partial<Profile> {
  return {
    ...(email_needs_password === true && { email_needs_password }),
    ...(typeof pending_email === "string" && { pending_email }),
  };
}

/** The address that a saved profile has, if the answer says it: a new one may have to wait. */
export function readSavedEmail(raw: unknown): string | undefined {
  try {
    return readProfile(raw)?.email || undefined;
  } catch {
    return undefined;
  }
}
