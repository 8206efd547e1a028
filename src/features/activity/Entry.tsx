import type { ActivityEntry } from "#contract/shapes/activity.ts";
import { EntryText } from "#features/tasks/history/EntryText.tsx";
import { PeopleText } from "#features/users/mentions/PeopleText.tsx";
import { commentAnchor, paths } from "#lib/address/paths.ts";
import { cx } from "#lib/cx.ts";
import { Avatar } from "#ui/badges/Avatar.tsx";
import { Link } from "#ui/button/Link.tsx";
import { LogTime } from "#ui/lists/LogDays.tsx";
import log from "#ui/lists/log.module.css";
import classes from "./Activity.module.css";

/** Marks what is new to the user. */
export const NewDot = () => (
  <span className={classes.dot}>
    <span className="visually-hidden">New: </span>
  </span>
);

/** A single change. It leads to its task or comment. */
export function Entry({ entry, isNew }: { entry: ActivityEntry; isNew: boolean }) {
  const { actor, task, gone, comment, at } = entry;
  const title = <bdi>{task.title}</bdi>;
  return (
    <li className={cx(log.entry, classes.entry)} data-line>
      <Avatar name={actor.name} size="sm" decorative />
      <div className={classes.what}>
        <p className={classes.title}>
          {isNew && <NewDot />}
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
            <PeopleText text={comment.excerpt} />
          </p>
        )}
      </div>
      <div className={log.side}>
        <LogTime at={at} />
      </div>
    </li>
  );
}
