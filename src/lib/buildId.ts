/** The page's build id, from public/index.html. */
export const buildId = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? "";
