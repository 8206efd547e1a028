import { matchPath } from "react-router-dom";
import { pages } from "#app/screens/pages.ts";
import { isGuestPage, type PageName, pagePaths } from "#lib/address/pagePaths.ts";
import { lazyPart } from "#lib/lazyPart.tsx";

/** The code of every page of a signed-in user. */
export const loadLayout = () =>
  import(/* webpackChunkName: "layout" */ "./layout/SignedInLayout.ts");

/** The shell around every page of a signed-in user; guests' pages don't have it. */
export const AppLayout = lazyPart(loadLayout);

/** A task over the board. */
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
  const parts = isGuestPage(page) ? [pages[page]] : [AppLayout, pages[page]];
  const loads = parts.map((part) => part.preload());
  // A link to a task opens it over the board, if it is on the board.
  if (page === "task") loads.push(TaskPanel.preload());
  await Promise.all(loads).catch(() => undefined);
}
