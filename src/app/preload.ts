import { matchPath } from "react-router-dom";
import { pages } from "#app/screens/pages.ts";
import { isGuestPage, type PageName, pagePaths } from "#lib/address/pagePaths.ts";
import { lazyPart } from "#lib/lazyPart.tsx";

/** The code of every page of a signed-in user. */
export const loadLayout = () =>
  import(/* webpackChunkName: "layout" */ "./layout/SignedInLayout.ts");

/** The shell around every page of a signed-in user; guests' pages don't have it. */
export const AppLayout = lazyPart(loadLayout);

/** A task over another screen. */
export const TaskPanel = lazyPart(
  () => import(/* webpackChunkName: "panel" */ "./screens/TaskPanel.tsx"),
);

/** The page at a path; undefined for an address that redirects. */
export function pageAt(pathname: string): PageName | undefined {
  return pagePaths.find(([pattern]) => matchPath(pattern, pathname))?.[1];
}

/**
 * Prefetches the code of the page at `pathname`. A failure is reported only when the page opens.
 */
export async function preload(pathname: string): Promise<void> {
  const page = pageAt(pathname);
  if (!page) return;
  // A link to a task opens it over the present screen.
  const part = page === "task" ? TaskPanel : pages[page];
  const parts = isGuestPage(page) ? [part] : [AppLayout, part];
  await Promise.all(parts.map((one) => one.preload())).catch(() => undefined);
}
