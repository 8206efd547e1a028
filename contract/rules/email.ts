import { characterError } from "../text.ts";
import { EMAIL_MAX } from "../user.ts";
import { atMost, trimmedText } from "./common.ts";

/**
 * The "simple pattern" of §5: something, an at sign, something with a dot, no white space. Each
 * character can match in one place only, so the time grows with the length.
 */
const EMAIL_PATTERN = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;

/** Characters that cannot be seen, such as a soft hyphen, a direction mark or an empty Braille cell. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u;

/**
 * Whether an address may look like another one: with characters that nobody sees, or with other
 * forms of the same letters, such as full-width ones.
 */
const mayLookLikeAnother = (email: string): boolean =>
  INVISIBLE.test(email) ||
  characterError("Email", email) !== undefined ||
  email.normalize("NFC") !== email.normalize("NFKC");

/** A required e-mail address (§5); `invalid` is the sentence for a malformed one. */
export function emailRule(invalid: string) {
  return trimmedText("Email is required", atMost("Email", EMAIL_MAX))
    .required("Email is required")
    .matches(EMAIL_PATTERN, { message: invalid, excludeEmptyString: true });
}

/**
 * A required e-mail address that an account takes. Sign-in does not use this rule: accounts that
 * have such an address already can still sign in.
 *
 * @param kept the address that the account has: it may stay
 */
export function newEmailRule(invalid: string, kept?: string) {
  return emailRule(invalid).test({
    name: "look-alike",
    message: invalid,
    skipAbsent: true,
    test: (email) => email === kept || !mayLookLikeAnother(email ?? ""),
  });
}
