import { type ComponentType, useEffect, useState } from "react";
import { useDispatch, useSelector } from "react-redux";
import type { BellProps } from "#features/inbox/InboxBell.tsx";
import { loadCode } from "#lib/lazyPart.tsx";
import { whenIdle } from "#lib/whenIdle.ts";
import { codeNotLoaded } from "#sync/connection/codeNotLoaded.ts";
import { selectReturnCount } from "#sync/connection/connectionSlice.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import classes from "./TopBar.module.css";

/** The inbox's place in the top bar. Its code and its content are loaded after the first content. */
export function InboxSlot({ place }: { place: HTMLElement | null }) {
  const isAvailable = useSelector(selectHasExtensions);
  const returns = useSelector(selectReturnCount);
  const dispatch = useDispatch();
  const [Bell, setBell] = useState<ComponentType<BellProps>>();

  useEffect(() => {
    let isWanted = isAvailable && !Bell;
    if (isWanted) {
      whenIdle()
        .then(() => loadCode(() => import("#features/inbox/InboxBell.tsx")))
        .then(
          ({ InboxBell }) => isWanted && setBell(() => InboxBell),
          // The code is fetched again when the connection returns.
          () => undefined,
        );
    }
    return () => {
      isWanted = false;
    };
  }, [isAvailable, returns, Bell]);

  // Keeps its space until a response shows whether there is an inbox, so that nothing moves.
  if (!isAvailable || !Bell) return place ? null : <span className={classes.bell} />;
  return <Bell place={place} onNotLoaded={() => codeNotLoaded(dispatch, "inbox")} />;
}
