import { object, ref } from "yup";
import type { ProfileInput } from "../profile.ts";
import { PASSWORD_MIN, TYPED_PASSWORD_MAX } from "../session.ts";
import { NAME_MAX } from "../user.ts";
import { atMost, requiredText, text } from "./common.ts";
import { newEmailRule } from "./email.ts";
import { newPasswordRule } from "./password.ts";

const currentPassword = () =>
  text("Current password is required", atMost("Current password", TYPED_PASSWORD_MAX));

/**
 * Profile (§5). The password confirms a new address.
 *
 * @param current the user's present name and address, which are always accepted
 */
export const profileRule = (current: ProfileInput | null) =>
  object({
    name: requiredText("Name is required", "Name", NAME_MAX, current?.name),
    email: newEmailRule("Please enter a valid email", current?.email),
    currentPassword: currentPassword(),
  });

const passwordChangeShape = {
  currentPassword: currentPassword().required("Current password is required"),
  newPassword: newPasswordRule(
    "New password",
    `New password must be at least ${PASSWORD_MIN} characters`,
  ).notOneOf([ref("currentPassword")], "New password must be different from current password"),
};

/** The body of a password change (§5, §7). */
export const passwordChangeRule = object(passwordChangeShape);

/** The form of a password change, which has the new password twice (§5). */
export const passwordFormRule = object({
  ...passwordChangeShape,
  confirmPassword: text("Passwords do not match", { max: TYPED_PASSWORD_MAX })
    .required("Passwords do not match")
    .oneOf([ref("newPassword")], "Passwords do not match"),
});
