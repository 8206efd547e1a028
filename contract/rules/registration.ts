import { object } from "yup";
import { EMAIL_MAX, ROLES, type Role } from "../user.ts";
import { emailRule, text } from "./common.ts";
import { newPasswordRule } from "./password.ts";

/** Registration (§5). */
export const registrationRule = object({
  email: emailRule("Invalid email", EMAIL_MAX),
  password: newPasswordRule("Password", "Password is required"),
  role: text("Role is required")
    .required("Role is required")
    .oneOf<Role>(ROLES, "Role must be admin or member"),
});
