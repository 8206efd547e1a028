import { ROLES, type User } from "#contract/user.ts";
import { id, instant, named, type Schema, shape, text } from "#server/http/schema.ts";

export const role: Schema = { type: "string", enum: ROLES };

export const userFields: { [Name in keyof Required<User>]: Schema } = {
  id,
  name: text,
  email: text,
  role,
  is_active: { type: "boolean" },
  created_at: instant,
  awaiting_approval: {
    type: "boolean",
    description: "Sent to admins only: whether the account waits for its first activation.",
  },
};

export const USER = named("User", shape<User>(userFields, ["awaiting_approval"]));
