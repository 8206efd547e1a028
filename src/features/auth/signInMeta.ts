import type { SignInOptions } from "#contract/shapes/signIn.ts";
import type { LocalSignIn } from "#contract/signIn.ts";

/**
 * The ways to sign in beyond the form, as JSON from the index page's meta tag. Empty if there are
 * none; undefined if another server delivered the page.
 */
export function readSignInMeta(): string | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="sign-in"]')?.content;
  return content === "__SIGN_IN__" ? undefined : content;
}

/** The part of the sign-in screen's address that tells operators how to sign in. */
export const OPERATOR_ANCHOR = "#operator";

const optionsInPage = () => JSON.parse(readSignInMeta() || "{}") as Partial<SignInOptions>;

/** Whether the page names sign-in providers. */
export const hasProviders = (): boolean => (optionsInPage().providers ?? []).length > 0;

/** Who may sign in with a password, as the page says. */
export const localSignInOfPage = (): LocalSignIn => optionsInPage().local_sign_in ?? "on";
