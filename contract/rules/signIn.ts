import { object } from "yup";
import { TYPED_PASSWORD_MAX } from "../session.ts";
import { SIGN_IN_CODE_MAX, UNLINK_ACCESS } from "../signIn.ts";
import { atMost, choice, text } from "./common.ts";

const code = text("Code is required", atMost("Code", SIGN_IN_CODE_MAX)).required(
  "Code is required",
);

/** Body of POST /api/auth/oidc/exchange. */
export const signInCodeRule = object({ code });

/** Query of DELETE /api/users/{id}/identities/{identityId}. */
export const unlinkRule = object({ access: choice("Access", UNLINK_ACCESS) });

/** Body of POST /api/auth/oidc/link. */
export const linkRule = object({
  code,
  password: text("Password is required", atMost("Password", TYPED_PASSWORD_MAX)).required(
    "Password is required",
  ),
});
