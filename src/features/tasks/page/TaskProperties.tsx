import { skipToken } from "@reduxjs/toolkit/query/react";
import { CalendarClock, CalendarDays, ChevronDown } from "lucide-react";
import type { TaskDetail } from "#api/taskResponses.ts";
import { isOverdueOn } from "#contract/due.ts";
import { LabelChips } from "#features/labels/LabelChips.tsx";
import { FieldButton } from "#features/pickers/FieldButton.tsx";
import { usePickedFields } from "#features/pickers/pickedFields.ts";
import { TeamLink } from "#features/teams/TeamLink.tsx";
import { useGetUserQuery } from "#features/users/usersApi.ts";
import { cx } from "#lib/cx.ts";
import { formatRelativeDay } from "#lib/dates/dates.ts";
import { formatDay } from "#lib/dates/day.ts";
import { useToday } from "#lib/hooks.ts";
import { Avatar } from "#ui/badges/Avatar.tsx";
import { PriorityBadge } from "#ui/badges/PriorityBadge.tsx";
import { StatusBadge } from "#ui/badges/StatusBadge.tsx";
import card from "#ui/page/Card.module.css";
import { Skeleton } from "#ui/page/Skeleton.tsx";

import classes from "./TaskPage.module.css";

/** Status, priority, due date and assignee of a task (§2). */
export function TaskProperties({ task }: { task: TaskDetail }) {
  const isAdmin = usePickedFields().includes("team_id");
  return (
    <aside aria-label="Properties" className={cx(card.card, classes.aside)}>
      <dl className={classes.facts}>
        <dt>Status</dt>
        <dd>
          <FieldButton hasKey field="status" task={task}>
            <StatusBadge status={task.status} />
          </FieldButton>
        </dd>
        <dt>Priority</dt>
        <dd>
          <FieldButton hasKey field="priority" task={task}>
            <PriorityBadge priority={task.priority} />
          </FieldButton>
        </dd>
        <dt>Due date</dt>
        <dd>
          <FieldButton hasKey field="due_date" task={task}>
            <DueDate task={task} />
          </FieldButton>
        </dd>
        <dt>Assignee</dt>
        <dd>
          <FieldButton hasKey field="assignee_id" task={task}>
            <Assignee task={task} />
          </FieldButton>
        </dd>
        {task.labels && (
          <>
            <dt>Labels</dt>
            <dd>
              <FieldButton hasKey field="labels" task={task}>
                {task.labels.length > 0 ? (
                  <LabelChips ids={task.labels} />
                ) : (
                  <span className={classes.faint}>No labels</span>
                )}
              </FieldButton>
            </dd>
          </>
        )}
        {(task.team_name || isAdmin) && (
          <>
            <dt>Team</dt>
            <dd className={classes.teamFact}>
              <TeamLink id={task.team_id} known={task.team_name} className={classes.team} />
              <FieldButton hasKey field="team_id" task={task}>
                {task.team_id ? (
                  <>
                    <ChevronDown aria-hidden="true" />
                    <span className="visually-hidden">Change team</span>
                  </>
                ) : (
                  <span className={classes.faint}>No team</span>
                )}
              </FieldButton>
            </dd>
          </>
        )}
      </dl>
    </aside>
  );
}

function DueDate({ task }: { task: TaskDetail }) {
  const today = useToday();
  if (!task.due_date) return <span className={classes.faint}>No due date</span>;
  const overdue = isOverdueOn(task, today);
  return (
    <span className={cx(classes.due, overdue && classes.overdue)}>
      {overdue ? <CalendarClock aria-hidden="true" /> : <CalendarDays aria-hidden="true" />}
      <span>
        <time dateTime={task.due_date}>{formatDay(task.due_date)}</time>
        <span className={classes.relative}>
          {`${overdue ? "Overdue, " : ""}${formatRelativeDay(task.due_date, today)}`}
        </span>
      </span>
    </span>
  );
}

/** The contract's task has only the assignee's id. If the server doesn't add the name, this fetches it. */
function Assignee({ task: { assignee_id, assignee_name } }: { task: TaskDetail }) {
  const { currentData: user, isError } = useGetUserQuery(
    assignee_id && !assignee_name ? assignee_id : skipToken,
  );
  if (!assignee_id) return <span className={classes.faint}>Unassigned</span>;
  const name = assignee_name ?? user?.name;
  if (name) {
    return (
      <span className={classes.person}>
        <Avatar name={name} size="sm" decorative />
        <bdi>{name}</bdi>
      </span>
    );
  }
  if (isError || user === null) return <span className={classes.faint}>Unknown user</span>;
  return (
    <>
      <output className="visually-hidden">Loading assignee…</output>
      <Skeleton className={classes.nameLine} />
    </>
  );
}
