import { LOCAL_SIGN_IN_MODES } from "../signIn.ts";
import { enumOf, flag, id, instant, listOf, nullable, object, type TypeOf, text } from "./shape.ts";

/** An OpenID Connect provider, as the sign-in screen shows it. `icon` is a `data:` URL. */
export const SignInProvider = object({ id: text, label: text, icon: nullable(text) });
export type SignInProvider = TypeOf<typeof SignInProvider>;

/** GET /api/auth/options: the ways to sign in. Beyond the specification, so other servers lack it. */
export const SignInOptions = object({
  local_sign_in: {
    ...enumOf(LOCAL_SIGN_IN_MODES),
    description: "Who may sign in with a password.",
  },
  providers: listOf(SignInProvider),
  password_mail: {
    ...flag,
    description: "Whether the server mails links for forgotten passwords.",
  },
});
export type SignInOptions = TypeOf<typeof SignInOptions>;

/**
 * A provider's user linked to an account. `provider` is the provider's label, `email` the address
 * that the provider knows. Without `confirmed_at`, the user or an admin must still confirm the
 * link.
 */
const IDENTITY = {
  id,
  provider: text,
  email: text,
  email_verified: { ...flag, description: "Whether the provider has verified the address." },
  created_at: instant,
  confirmed_at: nullable(instant),
};
export const Identity = object(IDENTITY);
export type Identity = TypeOf<typeof Identity>;

/** GET /api/users/{id}/identities: for admins. */
export const IdentitiesResponse = object({ identities: listOf(Identity) });
export type IdentitiesResponse = TypeOf<typeof IdentitiesResponse>;

/** An identity of the signed-in user. */
export const OwnIdentity = object({
  ...IDENTITY,
  only_way_in: {
    ...flag,
    description: "Whether the user could not sign in without it, so that it can't be unlinked.",
  },
});
export type OwnIdentity = TypeOf<typeof OwnIdentity>;

/** GET /api/profile/identities: for the user. */
export const OwnIdentitiesResponse = object({ identities: listOf(OwnIdentity) });
export type OwnIdentitiesResponse = TypeOf<typeof OwnIdentitiesResponse>;
