/* Saved views: a screen's address with a name. They are not in §7, so another server may have none. */

/** The screens that a view can show: the board, or the list of tasks as cards or as a table. */
export const VIEW_SCREENS = ["board", "list", "table"] as const;
export type ViewScreen = (typeof VIEW_SCREENS)[number];

export const VIEW_NAME_MAX = 60;
/** The maximum length of the query part of a view's address. */
export const VIEW_QUERY_MAX = 4_000;
/** The maximum number of views of a user, and of shared views on the server. */
export const VIEWS_MAX = 100;
export const SHARED_VIEWS_MAX = 200;
/** The number of days for which a deleted view can be restored. */
export const VIEW_RESTORE_DAYS = 30;

/** The maximum number of views in the menu, whose tasks are counted by one call. */
export const MENU_VIEWS_MAX = 20;
/** Up to this number the tasks of a view are counted. */
export const VIEW_COUNT_MAX = 500;

/** POST /api/views. `query` is the query part of the screen's address, without its question mark. */
export interface ViewInput {
  name: string;
  screen: ViewScreen;
  query: string;
  shared: boolean;
}
