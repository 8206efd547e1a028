import { ChevronRight } from "lucide-react";
import { Fragment, type RefObject, Suspense, useId, useState } from "react";
import type { ActivityEntry } from "#contract/shapes/activity.ts";
import { cx } from "#lib/cx.ts";
import { lazyPart } from "#lib/lazyPart.tsx";
import { Avatar } from "#ui/badges/Avatar.tsx";
import { Spinner } from "#ui/button/Spinner.tsx";
import { LogDays, LogTime } from "#ui/lists/LogDays.tsx";
import log from "#ui/lists/log.module.css";
import classes from "./Activity.module.css";
import { Entry, NewDot } from "./Entry.tsx";
import { LineText } from "./LineText.tsx";

const LineEntries = lazyPart(
  () => import(/* webpackChunkName: "activityLine" */ "./LineEntries.tsx"),
);

/** What takes the focus in a line: its task's link, or the button that opens it. */
export const LINE = "[data-line] a, button[data-line]";

/**
 * The changes by day. Each leads to its task or comment.
 *
 * @param isNew whether the user has not seen a change before this visit
 */
export function ActivityEntries({
  list,
  entries,
  isNew,
}: {
  list: RefObject<HTMLDivElement | null>;
  entries: readonly ActivityEntry[];
  isNew: (entry: ActivityEntry) => boolean;
}) {
  const oldest = entries.findLast(isNew);
  const hasSeen = oldest !== undefined && oldest !== entries.at(-1);
  return (
    <div ref={list}>
      <LogDays entries={entries}>
        {(entry) => (
          <Fragment key={entry.id}>
            {entry.count > 1 ? (
              <Line line={entry} isNew={isNew(entry)} />
            ) : (
              <Entry entry={entry} isNew={isNew(entry)} />
            )}
            {hasSeen && entry === oldest && (
              <li className={classes.divider}>
                <span>You have seen the changes below</span>
              </li>
            )}
          </Fragment>
        )}
      </LogDays>
    </div>
  );
}

/** Several entries of one user and kind within an hour, which it opens. */
function Line({ line, isNew }: { line: ActivityEntry; isNew: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <li className={cx(log.entry, classes.entry)}>
      <Avatar name={line.actor.name} size="sm" decorative />
      <div className={classes.what}>
        <button
          type="button"
          data-line
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          className={classes.line}
          onClick={() => setOpen(!isOpen)}
        >
          {isNew && <NewDot />}
          <span>
            <strong dir="auto">{line.actor.name}</strong> <LineText line={line} />
          </span>
          <ChevronRight aria-hidden="true" />
        </button>
        {isOpen && (
          <div id={id} className={classes.single}>
            <Suspense fallback={<Spinner label="Loading the changes" />}>
              <LineEntries line={line} />
            </Suspense>
          </div>
        )}
      </div>
      <div className={log.side}>
        <LogTime at={line.at} />
      </div>
    </li>
  );
}
