import { object } from "yup";
import { EMAIL_MAX } from "../user.ts";
import { emailRule, text } from "./common.ts";

/** Login (§5). A password is only compared here, so its length is no rule of this form. */
export const credentialsRule = object({
  email: emailRule("Invalid email", EMAIL_MAX),
  password: text("Password is required").required("Password is required"),
});

/** Body of refresh and logout (§7). */
export const refreshRule = object({
  refreshToken: text("Refresh token is required").required("Refresh token is required"),
});
