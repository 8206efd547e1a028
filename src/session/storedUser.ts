import type { User } from "#contract/shapes/user.ts";
import { ROLES } from "#contract/user.ts";
import { isObject, textOf } from "#lib/json.ts";

/** Reads a user from any server that follows the contract; null without an id. */
export function readUser(raw: unknown): User | null {
  if (!isObject(raw)) return null;
  if (typeof raw.id !== "string" && typeof raw.id !== "number") return null;
  const email = textOf(raw.email);
  return {
    id: String(raw.id),
    name: textOf(raw.name) || email,
    email,
    role: ROLES.find((role) => role === raw.role) ?? "member",
    is_active: raw.is_active !== false && raw.is_active !== 0,
    created_at: textOf(raw.created_at),
    ...(raw.awaiting_approval === true && { awaiting_approval: true }),
  };
}

/** Reads the response of GET /api/auth/me: `{ user }` or the bare user; null if it holds none. */
export function readUserResponse(raw: unknown): User | null {
  return readUser(isObject(raw) && isObject(raw.user) ? raw.user : raw);
}

/** Reads the user's record from local storage; null if it is missing or unreadable. */
export function parseUser(json: string | null): User | null {
  if (!json) return null;
  try {
    return readUser(JSON.parse(json));
  } catch {
    return null;
  }
}
