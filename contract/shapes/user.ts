import { ROLES } from "../user.ts";
import { enumOf, flag, id, instant, named, object, optional, type TypeOf, text } from "./shape.ts";

export const userFields = {
  id,
  name: text,
  email: text,
  role: enumOf(ROLES),
  is_active: flag,
  created_at: instant,
  awaiting_approval: optional({
    ...flag,
    description: "Sent to admins only: whether the account waits for its first activation.",
  }),
};

/** A person who can sign in (§3). `awaiting_approval` goes beyond the specification. */
export const User = named("User", object(userFields));
export type User = TypeOf<typeof User>;

/** GET /api/users/{id} and GET /api/auth/me */
export const UserResponse = object({ user: User });
export type UserResponse = TypeOf<typeof UserResponse>;
