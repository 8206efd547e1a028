import { Suspense } from "react";
import { useSelector } from "react-redux";
import { DESCRIPTION_MAX, TASK_PRIORITIES, TASK_STATUSES, TITLE_MAX } from "#contract/task.ts";
import { differingLines } from "#features/tasks/conflict/differingLines.ts";
import { ConflictNotice, GoneNotice } from "#features/tasks/conflict/lazyConflict.ts";
import { useGetTeamsQuery } from "#features/teams/teamsApi.ts";
import { useGetUsersQuery } from "#features/users/usersApi.ts";
import { formatDay, today } from "#lib/day.ts";
import { selectIsAdmin } from "#session/sessionSlice.ts";
import { Select } from "#ui/Select.tsx";
import { TextArea } from "#ui/TextArea.tsx";
import { TextInput } from "#ui/TextInput.tsx";
import { TaskField } from "./TaskField.tsx";
import classes from "./TaskForm.module.css";
import type { TaskFormState } from "./useTaskForm.ts";

/** The fields of a task (§5); the team is for admins (§6). */
export function TaskForm({ form }: { form: TaskFormState }) {
  const { contested, isGone } = form;
  const isAdmin = useSelector(selectIsAdmin);
  return (
    <>
      <Suspense fallback={null}>
        {isGone && <GoneNotice />}
        {contested && !isGone && <ConflictNotice fields={contested} />}
      </Suspense>
      <TaskField form={form} name="title" label="Title" required max={TITLE_MAX}>
        {(props) => (
          <TextInput {...props} placeholder="What needs to be done?" autoComplete="off" />
        )}
      </TaskField>
      <TaskField
        form={form}
        name="description"
        label="Description"
        max={DESCRIPTION_MAX}
        show={(text, other) => differingLines(text.trim(), other.trim()) || "No description"}
      >
        {(props) => (
          <TextArea
            {...props}
            className={classes.description}
            placeholder="Add more detail…"
            onKeyDown={(event) => {
              // Enter alone is a new line here.
              if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }}
          />
        )}
      </TaskField>
      <div className={classes.row}>
        <TaskField form={form} name="status" label="Status">
          {(props) => (
            <Select {...props}>
              {TASK_STATUSES.map((status) => (
                <option key={status} value={status}>
                  {status}
                </option>
              ))}
            </Select>
          )}
        </TaskField>
        <TaskField form={form} name="priority" label="Priority" required>
          {(props) => (
            <Select {...props}>
              {TASK_PRIORITIES.map((priority) => (
                <option key={priority}>{priority}</option>
              ))}
            </Select>
          )}
        </TaskField>
        <TaskField
          form={form}
          name="due_date"
          label="Due Date"
          show={(day) => (day ? formatDay(day) : "No due date")}
        >
          {(props) => <TextInput {...props} type="date" min={today()} />}
        </TaskField>
        <AssigneeField form={form} />
        {isAdmin && <TeamField form={form} />}
      </div>
    </>
  );
}

/** Who may be chosen: everybody active. Whoever has the task already may keep it. */
function AssigneeField({ form }: { form: TaskFormState }) {
  const { values, user, task } = form;
  const { data: users = [] } = useGetUsersQuery();
  const kept = task?.assignee_id ?? user?.id;
  const listed = users.filter((one) => one.is_active || one.id === kept);

  function nameOf(id: string): string {
    if (id === "") return "Unassigned";
    if (id === user?.id) return user.name;
    const known = users.find((one) => one.id === id)?.name;
    return known ?? (id === kept ? task?.assignee_name : undefined) ?? "Current assignee";
  }

  return (
    <TaskField form={form} name="assignee_id" label="Assignee" show={nameOf}>
      {(props) => (
        <Select {...props}>
          <option value="">Unassigned</option>
          {values.assignee_id && !listed.some(({ id }) => id === values.assignee_id) && (
            <option value={values.assignee_id}>{nameOf(values.assignee_id)}</option>
          )}
          {listed.map((one) => (
            <option key={one.id} value={one.id}>
              {one.is_active ? one.name : `${one.name} (inactive)`}
            </option>
          ))}
        </Select>
      )}
    </TaskField>
  );
}

function TeamField({ form }: { form: TaskFormState }) {
  const { values, task } = form;
  const { data: teams = [] } = useGetTeamsQuery();

  function nameOf(id: string): string {
    if (id === "") return "No team";
    const known = teams.find((team) => team.id === id)?.name;
    return known ?? (id === task?.team_id ? task.team_name : undefined) ?? "Current team";
  }

  return (
    <TaskField form={form} name="team_id" label="Team" show={nameOf}>
      {(props) => (
        <Select {...props}>
          <option value="">No team</option>
          {values.team_id && !teams.some(({ id }) => id === values.team_id) && (
            <option value={values.team_id}>{nameOf(values.team_id)}</option>
          )}
          {teams.map((team) => (
            <option key={team.id} value={team.id}>
              {team.name}
            </option>
          ))}
        </Select>
      )}
    </TaskField>
  );
}
