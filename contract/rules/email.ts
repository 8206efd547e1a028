import { characterError } from "../characters.ts";
import { EMAIL_MAX } from "../user.ts";
import { atMost, ifPresent, trimmedText } from "./common.ts";

/**
 * The "simple pattern" of §5: text, an at sign, text with a dot, no white space. Each character can
 * match in one place only, so matching takes linear time.
 */
const EMAIL_PATTERN = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;

/** Invisible characters, such as a soft hyphen, a direction mark or an empty Braille cell. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u;

/** Whether an address has invisible characters, or variants of letters such as full-width ones. */
const mayLookLikeAnother = (email: string): boolean =>
  INVISIBLE.test(email) ||
  characterError("Email", email) !== undefined ||
  email.normalize("NFC") !== email.normalize("NFKC");

/** A required e-mail address (§5); `invalid` is the message for a malformed one. */
export function emailRule(invalid: string) {
  return trimmedText("Email is required", atMost("Email", EMAIL_MAX))
    .required("Email is required")
    .matches(EMAIL_PATTERN, { message: invalid, excludeEmptyString: true });
}

/**
 * The e-mail address of a new account or a changed profile. It must not look like another address.
 * Sign-in does not use this rule, so that accounts with such an address can still sign in.
 *
 * @param current the account's present address, which is always accepted
 */
export function newEmailRule(invalid: string, current?: string) {
  return emailRule(invalid).test(
    "look-alike",
    invalid,
    ifPresent((email: string) => email === current || !mayLookLikeAnother(email)),
  );
}
