import { History } from "lucide-react";
import { useEffect, useState } from "react";
import { useSelector } from "react-redux";
import { selectIsOffline } from "#api/connectionEvents.ts";
import { useIdleCode } from "#lib/lazyPart.tsx";
import { selectShowsLastVisit } from "#sync/lastVisit/lastVisitCache.ts";
import classes from "./ConnectionBanner.module.css";

/** The delay before the notice about the last visit shows, in ms. Most updates take less. */
const LAST_VISIT_NOTICE_DELAY_MS = 700;

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

const loadNotice = () => import(/* webpackChunkName: "late" */ "./ConnectionNotice.tsx");

/**
 * Shows that the screen has data from the last visit until the server responds. The code of the notice
 * about a lost connection loads after the first content.
 */
export function ConnectionBanner() {
  const isOffline = useSelector(selectIsOffline);
  const showsLastVisit = useShowsLastVisit();
  const code = useIdleCode(loadNotice);
  return (
    // Always rendered, because screen readers announce changes only in an existing region.
    <output aria-label="Connection" className={classes.region}>
      {code && <code.ConnectionNotice showsLastVisit={showsLastVisit} />}
      {!isOffline && showsLastVisit && (
        <p className={classes.notice}>
          <History className={classes.updating} />
          <span>From your last visit. Updating…</span>
        </p>
      )}
    </output>
  );
}
