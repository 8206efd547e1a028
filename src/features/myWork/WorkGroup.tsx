import { useId, useMemo } from "react";
import { useSelector } from "react-redux";
import type { ListedTask } from "#contract/shapes/task.ts";
import type { NewTaskPlace } from "#features/board/newCards/newTasks.ts";
import { useNewCards } from "#features/board/newCards/useNewCards.tsx";
import { taskListPath } from "#lib/address/paths.ts";
import { dayFor } from "#lib/dates/dueGroups.ts";
import { selectStoredUser } from "#session/authSlice.ts";
import { LinkButton } from "#ui/button/Button.tsx";
import classes from "./MyWork.module.css";
import { groupOfNew, type ShownGroup } from "./useWork.ts";
import { WorkRow } from "./WorkRow.tsx";

/** The group as a place for new tasks. A line in it that names no date gets the group's. */
function usePlace({ key, label, tasks }: ShownGroup, today: string): NewTaskPlace {
  const ownId = useSelector(selectStoredUser)?.id;
  return useMemo(() => {
    const known = new Set(tasks.map(({ id }) => id));
    return {
      id: `work:${key}`,
      label,
      status: "Todo",
      due_date: key === "waiting" ? null : dayFor(key, today),
      holds: (task) => groupOfNew(task, ownId, today) === key && !known.has(task.createdId ?? ""),
    };
  }, [key, label, tasks, today, ownId]);
}

/** A group of the user's tasks: its heading, the line for new tasks, and the first rows. */
export function WorkGroup({
  group,
  nameOf,
  today,
  level: Heading,
}: {
  group: ShownGroup;
  /** The name of who has a task; undefined until it has arrived. */
  nameOf: (task: ListedTask) => string | undefined;
  today: string;
  level: "h2" | "h3";
}) {
  const { key, label, count, tasks, hasMore, filters } = group;
  const id = useId();
  const place = usePlace(group, today);
  const { addButton, newCards } = useNewCards(place, classes["add"]);
  const canAdd = key !== "waiting" && place.due_date !== undefined;
  return (
    <section
      aria-labelledby={id}
      className={classes.section}
      data-rfd-droppable-id={key === "waiting" ? undefined : key}
    >
      <header className={classes.group} data-overdue={key === "overdue" || undefined}>
        <Heading id={id}>
          {label} <span className={classes.count}>{count}</span>
        </Heading>
        {canAdd && addButton}
      </header>
      {newCards && <div className={classes.added}>{newCards}</div>}
      {tasks.length === 0 && !newCards && (
        <p className={classes.empty}>{key === "today" ? "Nothing is due today" : "No tasks"}</p>
      )}
      <ul className={classes.rows}>
        {tasks.map((task) => (
          <WorkRow key={task.id} task={task} assignee={nameOf(task)} today={today} />
        ))}
      </ul>
      {hasMore && (
        <LinkButton to={taskListPath(filters)} variant="ghost" size="sm" className={classes.all}>
          View all {count}
          <span className="visually-hidden"> of {label}</span>
        </LinkButton>
      )}
    </section>
  );
}
