import { object, ref } from "yup";
import { PASSWORD_MIN, TYPED_PASSWORD_MAX } from "../session.ts";
import { EMAIL_MAX, NAME_MAX } from "../user.ts";
import { atMost, emailRule, text, trimmedText } from "./common.ts";
import { newPasswordRule } from "./password.ts";

/** Profile (§5). */
export const profileRule = object({
  name: trimmedText("Name is required").required("Name is required").test(atMost("Name", NAME_MAX)),
  email: emailRule("Please enter a valid email", EMAIL_MAX),
});

const passwordChangeShape = {
  currentPassword: text("Current password is required")
    .required("Current password is required")
    .test(atMost("Current password", TYPED_PASSWORD_MAX)),
  newPassword: newPasswordRule(
    "New password",
    `New password must be at least ${PASSWORD_MIN} characters`,
  ).notOneOf([ref("currentPassword")], "New password must be different from current password"),
};

/** Password change, as it travels (§5, §7). */
export const passwordChangeRule = object(passwordChangeShape);

/** Password change, as the form holds it: the new password is typed twice (§5). */
export const passwordFormRule = object({
  ...passwordChangeShape,
  confirmPassword: text("Passwords do not match")
    .required("Passwords do not match")
    .oneOf([ref("newPassword")], "Passwords do not match"),
});
