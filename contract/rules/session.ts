import { object } from "yup";
import { REFRESH_TOKEN_MAX, TYPED_PASSWORD_MAX } from "../session.ts";
import { EMAIL_MAX } from "../user.ts";
import { atMost, emailRule, text } from "./common.ts";

/** Login (§5). A password is only compared here, so the rules of new ones don't count. */
export const credentialsRule = object({
  email: emailRule("Invalid email", EMAIL_MAX),
  password: text("Password is required")
    .required("Password is required")
    .test(atMost("Password", TYPED_PASSWORD_MAX)),
});

/** Body of refresh and logout (§7). */
export const refreshRule = object({
  refreshToken: text("Refresh token is required")
    .required("Refresh token is required")
    .test(atMost("Refresh token", REFRESH_TOKEN_MAX)),
});
