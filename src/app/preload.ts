import { matchPath } from "react-router-dom";
import { lazyPart } from "#lib/lazyPart.tsx";
import { isGuestPage, pagePaths } from "./pagePaths.ts";
import { pages } from "./pages.ts";

/** The shell around every page of a signed-in user; guests' pages don't have it. */
export const AppLayout = lazyPart(
  () => import(/* webpackChunkName: "layout" */ "./layout/AppLayout.tsx"),
);

/**
 * Prefetches the code of the page at `pathname`. A failure is reported only when the page opens.
 */
export async function preload(pathname: string): Promise<void> {
  const found = pagePaths.find(([pattern]) => matchPath(pattern, pathname));
  if (!found) return;
  const [, page] = found;
  const parts = isGuestPage(page) ? [pages[page]] : [AppLayout, pages[page]];
  await Promise.all(parts.map((part) => part.preload())).catch(() => undefined);
}
