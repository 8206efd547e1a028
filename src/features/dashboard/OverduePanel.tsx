import { skipToken } from "@reduxjs/toolkit/query/react";
import { useSelector } from "react-redux";
import { OVERDUE_MAX, OVERDUE_SHOWN } from "#contract/dashboard.ts";
import { isOverdueOn } from "#contract/due.ts";
import type { TaskSummary } from "#contract/shapes/task.ts";
import { useShownTasks } from "#features/changes/shown/useShownTasks.ts";
import { useGetUsersQuery } from "#features/users/usersApi.ts";
import { paths, taskListPath } from "#lib/address/paths.ts";
import { formatDay } from "#lib/dates/day.ts";
import { useToday } from "#lib/hooks.ts";
import { selectStoredUser } from "#session/authSlice.ts";
import { Avatar } from "#ui/badges/Avatar.tsx";
import { PriorityBadge } from "#ui/badges/PriorityBadge.tsx";
import { LinkButton } from "#ui/button/Button.tsx";
import { Link } from "#ui/button/Link.tsx";
import { Card } from "#ui/page/Card.tsx";
import classes from "./OverduePanel.module.css";

/**
 * The five most overdue tasks (§2, §9), the user's own first, without those that the user has just done or postponed.
 *
 * @param listed as the server sent them
 * @param requestId that of the query whose response they are
 * @param overdue the count in the stats. It is used when the server has cut the list.
 */
export function OverduePanel({
  tasks: listed,
  requestId,
  overdue,
}: {
  tasks: readonly TaskSummary[];
  requestId: string | undefined;
  overdue: number;
}) {
  const today = useToday();
  const me = useSelector(selectStoredUser);
  const others = useShownTasks(listed, requestId).filter(
    (task, index) => task === listed[index] || isOverdueOn(task, today),
  );
  const own = others.filter(({ assignee_id }) => assignee_id === me?.id);
  const tasks = [...own, ...others.filter(({ assignee_id }) => assignee_id !== me?.id)];
  const shown = tasks.slice(0, OVERDUE_SHOWN);
  const { data: users } = useGetUsersQuery(
    shown.some(({ assignee_id: id }) => id && id !== me?.id) ? undefined : skipToken,
  );
  const nameOf = (id: string | null) =>
    id === me?.id ? me?.name : users?.find((one) => one.id === id)?.name;
  if (tasks.length === 0) return null;
  const ended = listed.length - tasks.length;
  const total = Math.max(
    tasks.length,
    (listed.length < OVERDUE_MAX ? listed.length : overdue) - ended,
  );
  return (
    <Card aria-labelledby="overdue-heading" className={classes.panel}>
      <h2 id="overdue-heading" className={classes.heading}>
        Overdue Tasks ({total})
      </h2>
      <ul className={classes.rows}>
        {shown.map((task) => (
          <li key={task.id}>
            <Link to={paths.task(task.id)} className={classes.row}>
              <span dir="auto" className={classes.title}>
                {task.title}
              </span>
              <Assignee id={task.assignee_id} name={nameOf(task.assignee_id)} />
              {task.due_date && (
                <span className={classes.due}>Due: {formatDay(task.due_date)}</span>
              )}
              <PriorityBadge priority={task.priority} />
            </Link>
          </li>
        ))}
      </ul>
      {tasks.length > OVERDUE_SHOWN && (
        <div className={classes.more}>
          <LinkButton to={taskListPath({ overdue: "true" })} size="sm">
            View All Overdue Tasks
          </LinkButton>
        </div>
      )}
    </Card>
  );
}

/** Whose task it is. The names may arrive later than the tasks. */
function Assignee({ id, name }: { id: string | null; name: string | undefined }) {
  return (
    <span className={classes.assignee}>
      {name && <Avatar name={name} size="sm" decorative />}
      <span dir="auto">{name ?? (id ? "" : "Unassigned")}</span>
    </span>
  );
}
