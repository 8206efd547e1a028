import { object } from "yup";
import { REFRESH_TOKEN_MAX, TYPED_PASSWORD_MAX } from "../session.ts";
import { atMost, text } from "./common.ts";
import { emailRule } from "./email.ts";

/** Login (§5). The rules for new passwords don't apply. */
export const credentialsRule = object({
  email: emailRule("Invalid email"),
  password: text("Password is required", atMost("Password", TYPED_PASSWORD_MAX)).required(
    "Password is required",
  ),
});

/** Body of refresh and logout (§7). */
export const refreshRule = object({
  refreshToken: text(
    "Refresh token is required",
    atMost("Refresh token", REFRESH_TOKEN_MAX),
  ).required("Refresh token is required"),
});
