import { CloudCheck, CloudOff } from "lucide-react";
import { useEffect, useState } from "react";
import { useSelector } from "react-redux";
import { selectIsOffline } from "#api/connectionEvents.ts";
import { selectUnsettledMoves } from "#features/board/moves/boardSelectors.ts";
import classes from "./ConnectionBanner.module.css";

/** "Back online" shows as long as a toast (§9). */
const BACK_NOTICE_MS = 3000;

function keptMoves(count: number): string {
  if (count === 0)
    return "Cards that you move stay where you put them, and are sent when it’s back.";
  if (count === 1) return "1 move is kept, and sent when it’s back.";
  return `${count} moves are kept, and sent when it’s back.`;
}

/** Says that the connection is gone and moves are kept; then, briefly, that it is back. */
export function ConnectionBanner() {
  const isOffline = useSelector(selectIsOffline);
  const waiting = useSelector(selectUnsettledMoves).length;
  const [wasOffline, setWasOffline] = useState(isOffline);
  if (isOffline && !wasOffline) setWasOffline(true);
  const isBack = wasOffline && !isOffline;
  useEffect(() => {
    if (!isBack) return undefined;
    const timer = setTimeout(() => setWasOffline(false), BACK_NOTICE_MS);
    return () => clearTimeout(timer);
  }, [isBack]);
  return (
    // Always rendered, because screen readers announce changes only in an existing region.
    <output aria-label="Connection" className={classes.region}>
      {isOffline && (
        <p className={classes.notice}>
          <CloudOff className={classes.gone} />
          <span>
            <strong>No connection.</strong> {keptMoves(waiting)}
          </span>
        </p>
      )}
      {isBack && (
        <p className={classes.notice}>
          <CloudCheck className={classes.back} />
          <span>Back online</span>
        </p>
      )}
    </output>
  );
}
