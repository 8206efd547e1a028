import { object } from "yup";
import { ROLES } from "../user.ts";
import { oneOf } from "./common.ts";
import { newEmailRule } from "./email.ts";
import { newPasswordRule } from "./password.ts";

/** Registration (§5). */
export const registrationRule = object({
  email: newEmailRule("Invalid email"),
  password: newPasswordRule("Password", "Password is required"),
  role: oneOf(ROLES, "Role must be admin or member", "Role is required").required(
    "Role is required",
  ),
});
