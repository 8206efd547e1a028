import type { User } from "#contract/user.ts";
import { readUser } from "#api/storedUser.ts";

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;

/**
 * Answer of GET /api/profile (§7): `{ profile }`, `{ user }` or the bare object. Null if it is
 * empty; throws if there is a profile without an id (§8).
 */
export function readProfile(raw: unknown): User | null {
  const found = isObject(raw) ? ["profile", "user"].find((name) => name in raw) : undefined;
  const profile = isObject(raw) && found ? raw[found] : raw;
  if (profile === null || profile === undefined) return null;
  const user = readUser(profile);
  if (!user) throw new Error("The profile has no id");
  return user;
}
