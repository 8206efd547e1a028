/**
 * The ways to sign in beyond the form, as JSON from the index page's meta tag: empty if there are
 * none, undefined if no server of ours has written it.
 */
export function signInInPage(): string | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="sign-in"]')?.content;
  return content === "__SIGN_IN__" ? undefined : content;
}

/** Whether the page names sign-in providers. */
export function hasProviders(): boolean {
  const { providers } = JSON.parse(signInInPage() || "{}") as { providers?: unknown[] };
  return providers !== undefined && providers.length > 0;
}
