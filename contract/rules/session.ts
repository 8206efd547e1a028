import { object } from "yup";
import { PASSWORD_MAX, PASSWORD_MIN } from "../session.ts";
import { EMAIL_MAX, ROLES, type Role } from "../user.ts";
import { emailRule, text } from "./common.ts";

/** Login (§5). A password is only compared here, so its length is no rule of this form. */
export const credentialsRule = object({
  email: emailRule("Invalid email", EMAIL_MAX),
  password: text("Password is required").required("Password is required"),
});

/** Registration (§5). */
export const registrationRule = object({
  email: emailRule("Invalid email", EMAIL_MAX),
  password: text("Password is required")
    .required("Password is required")
    .min(PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters`)
    .max(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`),
  role: text("Role is required")
    .required("Role is required")
    .oneOf<Role>(ROLES, "Role must be admin or member"),
});

/** Body of refresh and logout (§7). */
export const refreshRule = object({
  refreshToken: text("Refresh token is required").required("Refresh token is required"),
});
