import { Bookmark, SquareKanban, Star } from "lucide-react";
import { useSelector } from "react-redux";
import { useLocation } from "react-router-dom";
import type { SavedView } from "#contract/shapes/view.ts";
import { MENU_VIEWS_MAX } from "#contract/view.ts";
import { useViewCounts } from "#features/views/useViewCounts.ts";
import { useMenuViews, useViews } from "#features/views/useViews.ts";
import { viewPath } from "#features/views/viewAddress.ts";
import { backgroundIn } from "#lib/address/openedOver.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { Link } from "#ui/button/Link.tsx";
import classes from "./MenuViews.module.css";
import menu from "./SideMenu.module.css";

/** The saved views in the menu: the user's start, their own, and those that others share. The palette has all. */
export function MenuViews() {
  const hasExtensions = useSelector(selectHasExtensions);
  const views = useMenuViews();
  if (!hasExtensions || !views?.length) return null;
  return <Views views={views.slice(0, MENU_VIEWS_MAX)} />;
}

function Views({ views }: { views: readonly SavedView[] }) {
  const counts = useViewCounts(views);
  const start = useViews().data?.start;
  const { search, state } = useLocation();
  const shown = new URLSearchParams((backgroundIn(state) ?? { search }).search).get("view");
  return (
    <ul aria-label="Views" className={classes.views}>
      {views.map((view) => {
        const Icon = view.id === start ? Star : view.screen === "board" ? SquareKanban : Bookmark;
        const count = counts.get(view.id);
        return (
          <li key={view.id}>
            <Link
              to={viewPath(view)}
              aria-current={view.id === shown ? "true" : undefined}
              className={menu.link}
              title={view.owner ? `${view.name}, by ${view.owner.name}` : view.name}
            >
              <Icon />
              <bdi className={classes.name}>{view.name}</bdi>
              {count !== undefined && (
                <span data-count>
                  {count}
                  <span className="visually-hidden">{count === "1" ? " task" : " tasks"}</span>
                </span>
              )}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
