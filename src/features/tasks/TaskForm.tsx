import { DESCRIPTION_MAX, TASK_PRIORITIES, TASK_STATUSES, TITLE_MAX } from "#contract/task.ts";
import { today } from "#lib/dates.ts";
import { Field } from "#ui/Field.tsx";
import { RestoredNotice } from "#ui/RestoredNotice.tsx";
import { Select } from "#ui/Select.tsx";
import { TextArea } from "#ui/TextArea.tsx";
import { TextInput } from "#ui/TextInput.tsx";
import { useGetTeamsQuery } from "#features/teams/teamsApi.ts";
import { useGetUsersQuery } from "#features/users/usersApi.ts";
import type { TaskDetail } from "./taskAnswers.ts";
import classes from "./TaskForm.module.css";
import { lengthHint } from "./taskForm.ts";
import type { TaskFormState } from "./useTaskForm.ts";

/** The fields of a task (§5); the team is for admins (§6). */
export function TaskForm({
  id,
  form,
  task,
}: {
  id: string;
  form: TaskFormState;
  task: TaskDetail | undefined;
}) {
  const { formProps, fieldProps, errorOf, values, isAdmin, restored } = form;
  return (
    <form {...formProps} id={id} className={classes.form}>
      {restored.isRestored && <RestoredNotice onDiscard={restored.discard} />}
      <Field
        label="Title"
        required
        error={errorOf("title")}
        hint={lengthHint(values.title, TITLE_MAX)}
      >
        {(props) => (
          <TextInput
            {...props}
            {...fieldProps("title")}
            placeholder="What needs to be done?"
            autoComplete="off"
          />
        )}
      </Field>
      <Field
        label="Description"
        error={errorOf("description")}
        hint={lengthHint(values.description, DESCRIPTION_MAX)}
      >
        {(props) => (
          <TextArea
            {...props}
            {...fieldProps("description")}
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
      </Field>
      <div className={classes.row}>
        <Field label="Status" error={errorOf("status")}>
          {(props) => (
            <Select {...props} {...fieldProps("status")}>
              {TASK_STATUSES.map((status) => (
                <option key={status} value={status}>
                  {status}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Priority" required error={errorOf("priority")}>
          {(props) => (
            <Select {...props} {...fieldProps("priority")}>
              {TASK_PRIORITIES.map((priority) => (
                <option key={priority}>{priority}</option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Due Date" error={errorOf("due_date")}>
          {(props) => (
            <TextInput {...props} {...fieldProps("due_date")} type="date" min={today()} />
          )}
        </Field>
        <AssigneeField form={form} task={task} />
        {isAdmin && <TeamField form={form} task={task} />}
      </div>
    </form>
  );
}

interface ChoiceProps {
  form: TaskFormState;
  task: TaskDetail | undefined;
}

/** Who may be chosen: everybody active. Whoever has the task already may keep it. */
function AssigneeField({ form, task }: ChoiceProps) {
  const { values, user, fieldProps, errorOf } = form;
  const { data: users = [] } = useGetUsersQuery();
  const kept = task?.assignee_id ?? user?.id;
  const listed = users.filter((one) => one.is_active || one.id === kept);
  const known = users.some(({ id }) => id === values.assignee_id);
  const name =
    values.assignee_id === user?.id ? user.name : (task?.assignee_name ?? "Current assignee");
  return (
    <Field label="Assignee" error={errorOf("assignee_id")}>
      {(props) => (
        <Select {...props} {...fieldProps("assignee_id")}>
          <option value="">Unassigned</option>
          {values.assignee_id && !known && <option value={values.assignee_id}>{name}</option>}
          {listed.map((one) => (
            <option key={one.id} value={one.id}>
              {one.is_active ? one.name : `${one.name} (inactive)`}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function TeamField({ form, task }: ChoiceProps) {
  const { values, fieldProps, errorOf } = form;
  const { data: teams = [] } = useGetTeamsQuery();
  const known = teams.some(({ id }) => id === values.team_id);
  return (
    <Field label="Team" error={errorOf("team_id")}>
      {(props) => (
        <Select {...props} {...fieldProps("team_id")}>
          <option value="">No team</option>
          {values.team_id && !known && (
            <option value={values.team_id}>{task?.team_name ?? "Current team"}</option>
          )}
          {teams.map((team) => (
            <option key={team.id} value={team.id}>
              {team.name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
