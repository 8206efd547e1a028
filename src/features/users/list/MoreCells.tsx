import type { ListedUser } from "#contract/shapes/userList.ts";
import { cx } from "#lib/cx.ts";
import { daysSince, formatInstant, today } from "#lib/dates/day.ts";
import { countOf, formatCount } from "#lib/text/formatCount.ts";
import classes from "./UserTable.module.css";

/** "today", "yesterday", "12 days ago", or the date if that is more than 30 days ago. */
function agoText(instant: string): string {
  const days = daysSince(instant, today());
  if (days <= 0) return "today";
  if (days === 1) return "yesterday";
  return days <= 30 ? `${days} days ago` : formatInstant(instant);
}

/** The teams and open tasks, where their cells have no room. */
export function CountsNote({ user: { teams = 0, open_tasks = 0 } }: { user: ListedUser }) {
  return (
    <span className={classes.aside}>
      {countOf(teams, "team")} · {countOf(open_tasks, "open task")}
    </span>
  );
}

/** When the user was last seen, where the cell has no room: "Seen today". */
export function SeenNote({ user: { last_seen_at } }: { user: ListedUser }) {
  return (
    <span className={classes.aside}>
      {last_seen_at ? `Seen ${agoText(last_seen_at)}` : "Never seen"}
    </span>
  );
}

/** The cells beyond §2: last seen, teams and open tasks. */
export function MoreCells({ user }: { user: ListedUser }) {
  const { last_seen_at, teams = 0, open_tasks = 0 } = user;
  return (
    <>
      <td data-label="Last seen" className={cx(classes.created, classes.colSeen)}>
        {last_seen_at
          ? agoText(last_seen_at).replace(/^[ty]/, (letter) => letter.toUpperCase())
          : "Never"}
      </td>
      <td data-label="Teams" className={classes.colTeams}>
        {formatCount(teams)}
      </td>
      <td data-label="Open tasks" className={classes.colTasks}>
        {formatCount(open_tasks)}
      </td>
    </>
  );
}
