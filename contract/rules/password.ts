import { PASSWORD_MAX, PASSWORD_MIN } from "../session.ts";
import { lengthOf as characters } from "../text.ts";
import { atLeast, atMost, text } from "./common.ts";
import { COMMON_PASSWORDS } from "./commonPasswords.ts";

/** Characters as a person counts them, or nearly: an accent or an emoji isn't two. */
const lengthOf = (password: string): number => characters(password.normalize("NFC"));

const isCommon = (password: string): boolean =>
  COMMON_PASSWORDS.has(password.normalize("NFC").toLowerCase());

/**
 * A password to be set (§5): of any characters, neither too short nor too long, and none that
 * everybody tries first.
 *
 * @param name how the messages call it
 * @param missing what is said when there is none
 */
export function newPasswordRule(name: string, missing: string) {
  return text(missing, { ...atMost(name, PASSWORD_MAX), length: lengthOf })
    .required(missing)
    .test(atLeast(name, PASSWORD_MIN, lengthOf))
    .test({
      name: "common",
      message: `${name} is too common`,
      skipAbsent: true,
      test: (value) => !isCommon(value ?? ""),
    });
}
