import { flag, named, object, optional, type TypeOf, text } from "./shape.ts";
import { userFields } from "./user.ts";

/** The user's own record. The last two fields go beyond the specification. */
export const Profile = named(
  "Profile",
  object({
    ...userFields,
    email_needs_password: optional({
      ...flag,
      description:
        "True with EMAIL_CHANGE=password: a new email address takes effect at once only with `currentPassword`.",
    }),
    pending_email: optional({
      ...text,
      description: "A new email address, which takes effect when the user signs in with it.",
    }),
  }),
);
export type Profile = TypeOf<typeof Profile>;

/** GET and PUT /api/profile */
export const ProfileResponse = object({ profile: Profile });
export type ProfileResponse = TypeOf<typeof ProfileResponse>;
