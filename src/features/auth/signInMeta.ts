/**
 * The ways to sign in beyond the form, as JSON from the index page's meta tag. Empty if there are
 * none; undefined if another server delivered the page.
 */
export function readSignInMeta(): string | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="sign-in"]')?.content;
  return content === "__SIGN_IN__" ? undefined : content;
}

/** Whether the page names sign-in providers. */
export function hasProviders(): boolean {
  const { providers } = JSON.parse(readSignInMeta() || "{}") as { providers?: unknown[] };
  return providers !== undefined && providers.length > 0;
}
