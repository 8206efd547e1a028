import { Fragment, type RefObject } from "react";
import type { ActivityEntry } from "#contract/shapes/activity.ts";
import { EntryText } from "#features/tasks/history/EntryText.tsx";
import { commentAnchor, paths } from "#lib/address/paths.ts";
import { cx } from "#lib/cx.ts";
import { Avatar } from "#ui/badges/Avatar.tsx";
import { Link } from "#ui/button/Link.tsx";
import { LogDays, LogTime } from "#ui/lists/LogDays.tsx";
import log from "#ui/lists/log.module.css";
import classes from "./Activity.module.css";

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
            <Entry entry={entry} isNew={isNew(entry)} />
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

function Entry({ entry, isNew }: { entry: ActivityEntry; isNew: boolean }) {
  const { actor, task, gone, comment, at } = entry;
  const title = <bdi>{task.title}</bdi>;
  return (
    <li className={cx(log.entry, classes.entry)}>
      <Avatar name={actor.name} size="sm" decorative />
      <div className={classes.what}>
        <p className={classes.title}>
          {isNew && (
            <span className={classes.dot}>
              <span className="visually-hidden">New: </span>
            </span>
          )}
          {gone ? (
            <span className={classes.gone}>{title}</span>
          ) : (
            <Link
              to={paths.task(task.id) + (comment ? commentAnchor(comment.id) : "")}
              className={classes.link}
            >
              {title}
            </Link>
          )}
        </p>
        <div className={classes.text}>
          <EntryText entry={entry} />
        </div>
        {comment && (
          <p dir="auto" className={classes.excerpt}>
            {comment.excerpt}
          </p>
        )}
      </div>
      <div className={log.side}>
        <LogTime at={at} />
      </div>
    </li>
  );
}
