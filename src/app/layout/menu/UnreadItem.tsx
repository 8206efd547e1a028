import { skipToken } from "@reduxjs/toolkit/query/react";
import { Activity } from "lucide-react";
import { useSelector } from "react-redux";
import { useGetUnreadActivityQuery } from "#features/activity/activityApi.ts";
import { paths } from "#lib/address/paths.ts";
import { formatCount } from "#lib/text/formatCount.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { Link } from "#ui/button/Link.tsx";
import classes from "./SideMenu.module.css";
import { useCurrent } from "./SideMenu.tsx";

const MINUTES_5 = 300_000;

/** The menu's link to what changed, with the number of unread lines. */
export function UnreadItem() {
  const hasExtensions = useSelector(selectHasExtensions);
  const { data } = useGetUnreadActivityQuery(hasExtensions ? {} : skipToken, {
    pollingInterval: MINUTES_5,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
  });
  return (
    <Link to={paths.activity} aria-current={useCurrent(paths.activity)} className={classes.link}>
      <Activity />
      What changed
      {data && data.lines > 0 && (
        <span data-count>
          {formatCount(data.lines)}
          {data.more && "+"}
          <span className="visually-hidden"> unread</span>
        </span>
      )}
    </Link>
  );
}
