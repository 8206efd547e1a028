import { CloudCheck, CloudOff, History } from "lucide-react";
import { useEffect, useState } from "react";
import { useSelector } from "react-redux";
import { useLocation } from "react-router-dom";
import { selectIsOffline } from "#api/connectionEvents.ts";
import { countChanges, unsentNoun } from "#features/changes/shown/waiting.ts";
import { paths } from "#lib/address/paths.ts";
import { selectHasPage } from "#sync/connection/connectionSlice.ts";
import { selectShowsLastVisit } from "#sync/lastVisit/lastVisitCache.ts";
import { Button } from "#ui/button/Button.tsx";
import classes from "./ConnectionBanner.module.css";

/** "Back online" shows as long as a toast (§9). */
const BACK_NOTICE_MS = 3000;

/** The delay before the banner shows, in ms. Most updates take less. */
const LAST_VISIT_NOTICE_DELAY_MS = 700;

/** The screens on which changes in place wait. */
const WAITING = new Set<string>([paths.home, paths.dashboard, paths.tasks, paths.myWork]);

/** What waits on a screen while there is no connection. */
function keptText(pathname: string, count: number, noun: string): string {
  if (count === 0) {
    if (pathname === paths.board)
      return "Cards that you move stay where you put them, and are sent when it’s back.";
    return WAITING.has(pathname) || pathname.startsWith(`${paths.tasks}/`)
      ? "Values that you change in place are kept, and sent when it’s back."
      : "Nothing can be saved here until it’s back.";
  }
  if (count === 1) return `1 ${noun} is kept, and sent when it’s back.`;
  return `${count} ${noun}s are kept, and sent when it’s back.`;
}

/** Whether a screen has shown the last visit's data for longer than this delay. */
function useShowsLastVisit(): boolean {
  const shows = useSelector(selectShowsLastVisit);
  const [isLong, setLong] = useState(false);
  if (!shows && isLong) setLong(false);
  useEffect(() => {
    if (!shows) return undefined;
    const timer = setTimeout(() => setLong(true), LAST_VISIT_NOTICE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [shows]);
  return shows && isLong;
}

/**
 * Shows that the connection is lost and that moves are kept; then, briefly, that it is back. Also
 * shows that the screen has data from the last visit until the server responds.
 */
export function ConnectionNotice() {
  const { pathname } = useLocation();
  const isOffline = useSelector(selectIsOffline);
  const hasPage = useSelector(selectHasPage);
  const showsLastVisit = useShowsLastVisit();
  const count = useSelector(countChanges);
  const noun = useSelector(unsentNoun);
  const [wasOffline, setWasOffline] = useState(isOffline);
  if (isOffline && !wasOffline) setWasOffline(true);
  const isBack = wasOffline && !isOffline;
  useEffect(() => {
    if (!isBack) return undefined;
    const timer = setTimeout(() => setWasOffline(false), BACK_NOTICE_MS);
    return () => clearTimeout(timer);
  }, [isBack]);
  return (
    <>
      {isOffline && (
        <p className={classes.notice}>
          <CloudOff className={classes.gone} />
          <span>
            <strong>
              {hasPage
                ? "A web page answers in place of the server, perhaps your network’s sign-in."
                : "No connection."}
            </strong>{" "}
            <span>{`${showsLastVisit ? "This is from your last visit. " : ""}${keptText(pathname, count, noun)}`}</span>
          </span>
          {hasPage && (
            <Button size="sm" onClick={() => window.location.reload()}>
              Load the page again
            </Button>
          )}
        </p>
      )}
      {!isOffline && showsLastVisit && (
        <p className={classes.notice}>
          <History className={classes.updating} />
          <span>From your last visit. Updating…</span>
        </p>
      )}
      {isBack && !showsLastVisit && (
        <p className={classes.notice}>
          <CloudCheck className={classes.back} />
          <span>Back online</span>
        </p>
      )}
    </>
  );
}
