import { object, ref } from "yup";
import type { ProfileInput } from "../profile.ts";
import { PASSWORD_MIN, TYPED_PASSWORD_MAX } from "../session.ts";
import { NAME_MAX } from "../user.ts";
import { atMost, text, writtenText } from "./common.ts";
import { newEmailRule } from "./email.ts";
import { newPasswordRule } from "./password.ts";

const currentPassword = () =>
  text("Current password is required", atMost("Current password", TYPED_PASSWORD_MAX));

/**
 * Profile (§5). The password may come with a new address, which it confirms.
 *
 * @param kept the user's present name and address: they may stay, whatever older versions let
 *   through
 */
export const profileRule = (kept: ProfileInput | null) =>
  object({
    name: writtenText("Name is required", "Name", NAME_MAX, kept?.name).required(
      "Name is required",
    ),
    email: newEmailRule("Please enter a valid email", kept?.email),
    currentPassword: currentPassword(),
  });

const passwordChangeShape = {
  currentPassword: currentPassword().required("Current password is required"),
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
  confirmPassword: text("Passwords do not match", { max: TYPED_PASSWORD_MAX })
    .required("Passwords do not match")
    .oneOf([ref("newPassword")], "Passwords do not match"),
});
