import { PASSWORD_MAX, PASSWORD_MIN } from "../session.ts";
import { characterCount } from "../text.ts";
import { atLeast, atMost, ifPresent, text } from "./common.ts";
import { COMMON_PASSWORDS } from "./commonPasswords.ts";

/** Counts a letter with a combining accent as one character. */
const passwordLength = (password: string): number => characterCount(password.normalize("NFC"));

const isCommon = (password: string): boolean =>
  COMMON_PASSWORDS.has(password.normalize("NFC").toLowerCase());

/**
 * A new password (§5): neither too short nor too long, and not a common one.
 *
 * @param name the field's name in messages
 * @param missing the message for an absent password
 */
export function newPasswordRule(name: string, missing: string) {
  return text(missing, { ...atMost(name, PASSWORD_MAX), length: passwordLength })
    .required(missing)
    .test(atLeast(name, PASSWORD_MIN, passwordLength))
    .test(
      "common",
      `${name} is too common`,
      ifPresent((password: string) => !isCommon(password)),
    );
}
