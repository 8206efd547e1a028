import { object } from "yup";
import { TYPED_PASSWORD_MAX } from "../session.ts";
import { SIGN_IN_CODE_MAX } from "../signIn.ts";
import { atMost, text } from "./common.ts";

const code = text("Code is required", atMost("Code", SIGN_IN_CODE_MAX)).required(
  "Code is required",
);

/** Body of POST /api/auth/oidc/exchange. */
export const signInCodeRule = object({ code });

/** Body of POST /api/auth/oidc/link. */
export const linkRule = object({
  code,
  password: text("Password is required", atMost("Password", TYPED_PASSWORD_MAX)).required(
    "Password is required",
  ),
});
