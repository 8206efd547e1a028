import type { SavedView } from "#contract/shapes/view.ts";
import type { ViewInput } from "#contract/view.ts";
import type { TASK_VIEW } from "#features/filters/listQuery.ts";
import { paths } from "#lib/address/paths.ts";
import { readView, writeView } from "#lib/filters/view.ts";

type Shown = Pick<SavedView, "id" | "screen" | "query">;

/** A screen whose address a view can keep. */
export interface ViewScreen {
  path: string;
  spec: typeof TASK_VIEW;
  /** How it shows its tasks, as an address has it, if its address is of no view. */
  look: Readonly<Record<string, string>>;
}

const LAYOUTS = { board: "board", list: "cards", table: "table" } as const;

/** The address of a view for other people, which follows the view's changes. */
export const viewLink = ({ id, screen }: Shown): string =>
  `${screen === "board" ? paths.board : paths.tasks}?view=${encodeURIComponent(id)}`;

/** The address of a view's screen with all that the view shows. */
export const viewPath = (view: Shown): string =>
  `${viewLink(view)}&layout=${LAYOUTS[view.screen]}${view.query && `&${view.query}`}`;

/** What an address shows, without its page, as a view keeps it. `look` replaces how the address shows the tasks. */
export function contentOf(
  spec: typeof TASK_VIEW,
  search: string,
  look: ViewScreen["look"] = Object.fromEntries(new URLSearchParams(search)),
): Pick<ViewInput, "screen" | "query"> {
  const { layout, dense, group, groups, hidden } = look;
  const filters = writeView({ ...readView(spec, search), page: 1 }).slice(1);
  const shown = Object.entries({ group, hidden, groups, dense }).flatMap(([name, value]) =>
    value ? [`${name}=${encodeURIComponent(value)}`] : [],
  );
  return {
    screen: layout === "board" || layout === "table" ? layout : "list",
    query: [filters, ...shown].filter(Boolean).join("&"),
  };
}

/** Whether a screen shows what a view keeps. */
export function isUnchanged(spec: typeof TASK_VIEW, search: string, view: Shown): boolean {
  const kept = viewPath(view);
  const [shown, saved] = [search, kept.slice(kept.indexOf("?"))].map((one) => contentOf(spec, one));
  return shown?.screen === saved?.screen && shown?.query === saved?.query;
}
