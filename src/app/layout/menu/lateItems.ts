import { MenuViews } from "./MenuViews.tsx";
import { UnreadItem } from "./UnreadItem.tsx";

/** The items of the menu whose code loads when the page is idle. */
export const lateItems = { Views: MenuViews, Unread: UnreadItem };
