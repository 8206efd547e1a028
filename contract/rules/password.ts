import { PASSWORD_MAX, PASSWORD_MIN } from "../session.ts";
import { text } from "./common.ts";
import { COMMON_PASSWORDS } from "./commonPasswords.ts";

/** Characters as a person counts them, or nearly: an accent or an emoji isn't two. */
const lengthOf = (password: string): number => Array.from(password.normalize("NFC")).length;

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
  return text(missing)
    .required(missing)
    .test({
      name: "min",
      params: { min: PASSWORD_MIN },
      message: `${name} must be at least ${PASSWORD_MIN} characters`,
      skipAbsent: true,
      test: (value) => lengthOf(value ?? "") >= PASSWORD_MIN,
    })
    .test({
      name: "max",
      params: { max: PASSWORD_MAX },
      message: `${name} must be at most ${PASSWORD_MAX} characters`,
      skipAbsent: true,
      test: (value) => lengthOf(value ?? "") <= PASSWORD_MAX,
    })
    .test({
      name: "common",
      message: `${name} is too common`,
      skipAbsent: true,
      test: (value) => !isCommon(value ?? ""),
    });
}
