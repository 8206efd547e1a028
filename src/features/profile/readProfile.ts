import type { Profile } from "#contract/profile.ts";
import { type Fields, isObject } from "#lib/json.ts";
import { readUser } from "#session/storedUser.ts";

/**
 * Reads the response of GET /api/profile (§7): `{ profile }`, `{ user }` or the bare object. Returns
 * null for an empty response. Throws for a profile without an id (§8).
 */
export function readProfile(raw: unknown): Profile | null {
  const found = isObject(raw) ? ["profile", "user"].find((name) => name in raw) : undefined;
  const profile = isObject(raw) && found ? raw[found] : raw;
  if (profile === null || profile === undefined) return null;
  const user = readUser(profile);
  if (!user) throw new Error("The profile has no id");
  return { ...user, ...readEmailChange(profile as Fields) };
}

/** The fields that our server adds about a change of the email address. */
function readEmailChange({ email_needs_password, pending_email }: Fields): Partial<Profile> {
  return {
    ...(email_needs_password === true && { email_needs_password }),
    ...(typeof pending_email === "string" && { pending_email }),
  };
}

/** The email address in the response to a save. It is the old one while the new one is pending. */
export function readSavedEmail(raw: unknown): string | undefined {
  try {
    return readProfile(raw)?.email || undefined;
  } catch {
    return undefined;
  }
}
