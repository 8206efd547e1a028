import { type ReactNode, useMemo } from "react";
import { useSelector } from "react-redux";
import { differingLines } from "#contract/differingLines.ts";
import type { User } from "#contract/shapes/user.ts";
import { DESCRIPTION_MAX, TASK_PRIORITIES, TASK_STATUSES, TITLE_MAX } from "#contract/task.ts";
import { useUncreated } from "#features/changes/shown/useUncreated.ts";
import type { FieldName } from "#features/tasks/conflict/mergeTask.ts";
import { ConflictNotice, FieldChoice, GoneNotice } from "#features/tasks/conflict/TaskConflict.tsx";
import { WRITING_HINT, WritingArea } from "#features/tasks/writing/WritingArea.tsx";
import { useGetTeamsQuery } from "#features/teams/teamsApi.ts";
import { userChoices } from "#features/users/usePeople.tsx";
import { useGetUsersQuery } from "#features/users/usersApi.ts";
import { formatDay, today } from "#lib/dates/day.ts";
import { selectIsAdmin } from "#session/authSlice.ts";
import { OfflineNote } from "#sync/connection/OfflineNote.tsx";
import type { ControlProps } from "#ui/form/Field.tsx";
import { FormField } from "#ui/form/FormField.tsx";
import { Select } from "#ui/form/Select.tsx";
import { TextInput } from "#ui/form/TextInput.tsx";
import { LongSelect, type SelectChoice } from "#ui/picker/LongSelect.tsx";
import { LabelsField } from "./LabelsField.tsx";
import classes from "./TaskForm.module.css";
import { TitleLine } from "./TitleLine.tsx";
import type { TaskFormState } from "./useTaskForm.ts";

const NO_USERS: readonly User[] = [];

/** Says that the form can't be sent now, or that other users have changed or deleted the task. */
export function FormNotices({ form }: { form: TaskFormState }) {
  const { conflictingFields, isGone, task, user } = form;
  const by = task?.changed_by;
  // A task that waits to be created waits with its changes.
  const isUncreated = useUncreated(task?.id ?? "") !== null;
  return (
    <>
      {!isUncreated && <OfflineNote className={classes.offline} />}
      {isGone && <GoneNotice />}
      {conflictingFields && !isGone && (
        <ConflictNotice
          fields={conflictingFields}
          by={by && by.id === user?.id ? "You" : by?.name}
        />
      )}
    </>
  );
}

interface TextFieldProps {
  form: TaskFormState;
  labelHidden?: boolean;
}

export function TitleField({ form, labelHidden }: TextFieldProps) {
  return (
    <TaskField
      form={form}
      name="title"
      label="Title"
      labelHidden={labelHidden}
      required
      max={form.line?.offered.length ? undefined : TITLE_MAX}
    >
      {(props) => <TitleLine {...props} state={form} />}
    </TaskField>
  );
}

export function DescriptionField({ form, labelHidden }: TextFieldProps) {
  return (
    <TaskField
      form={form}
      name="description"
      label="Description"
      labelHidden={labelHidden}
      max={DESCRIPTION_MAX}
      hint={WRITING_HINT}
      format={(text, other) => differingLines(text.trim(), other.trim()) || "No description"}
    >
      {(props) => (
        <WritingArea {...props} className={classes.description} placeholder="Add more detail…" />
      )}
    </TaskField>
  );
}

/** The fields of a task (§5). Only admins see the team (§6). */
export function TaskForm({ form }: { form: TaskFormState }) {
  const isAdmin = useSelector(selectIsAdmin);
  return (
    <>
      <FormNotices form={form} />
      <TitleField form={form} />
      <DescriptionField form={form} />
      <div className={classes.row}>
        <TaskField form={form} name="status" label="Status">
          {(props) => (
            <Select {...props}>
              {TASK_STATUSES.map((status) => (
                <option key={status}>{status}</option>
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
          format={(day) => (day ? formatDay(day) : "No due date")}
        >
          {(props) => <TextInput {...props} type="date" min={today()} />}
        </TaskField>
        <AssigneeField form={form} />
        {isAdmin && <TeamField form={form} />}
      </div>
      <LabelsField form={form} />
    </>
  );
}

const identity = (value: string) => value;

/** A field of the task form. If another user changed it too, both versions are offered below it. */
function TaskField({
  form,
  name,
  label,
  labelHidden,
  required,
  max,
  hint,
  format = identity,
  children,
}: {
  form: TaskFormState;
  name: FieldName;
  label: string;
  labelHidden?: boolean | undefined;
  required?: boolean;
  /** The maximum number of characters. */
  max?: number | undefined;
  hint?: ReactNode;
  /** Makes a version readable, beside the other one. */
  format?: (value: string, other: string) => string;
  children: (props: ControlProps & ReturnType<TaskFormState["fieldProps"]>) => ReactNode;
}) {
  const conflict = form.conflictOf(name);
  return (
    <div className={classes.field}>
      <FormField
        form={form}
        name={name}
        label={label}
        labelHidden={labelHidden}
        required={required}
        hint={hint}
        limit={max === undefined ? undefined : { max }}
      >
        {children}
      </FormField>
      {conflict && (
        <FieldChoice
          label={label}
          versions={{
            mine: format(conflict.mine, conflict.theirs),
            theirs: format(conflict.theirs, conflict.mine),
          }}
          choice={conflict.choice}
          missing={conflict.isMissing}
          onChoose={conflict.choose}
        />
      )}
    </div>
  );
}

/** No choice first, and the chosen one if it is not offered. */
function withChosen(
  choices: readonly SelectChoice[],
  chosen: string,
  none: string,
  nameOf: (id: string) => string,
): SelectChoice[] {
  const isOffered = chosen === "" || choices.some(({ value }) => value === chosen);
  const other = { value: chosen, label: nameOf(chosen) };
  return [{ value: "", label: none }, ...(isOffered ? [] : [other]), ...choices];
}

/** Offers all active users, and an inactive one who already has the task. */
function AssigneeField({ form }: { form: TaskFormState }) {
  const { task, user } = form;
  const { data: users = NO_USERS } = useGetUsersQuery();
  const current = task?.assignee_id ?? user?.id;
  const choices = useMemo(
    () =>
      userChoices(
        users.filter(({ id, is_active }) => is_active || id === current),
        user?.id,
      ),
    [users, current, user?.id],
  );

  function nameOf(id: string): string {
    if (id === "") return "Unassigned";
    if (id === user?.id) return user.name;
    const known = users.find((one) => one.id === id)?.name;
    return known ?? (id === current ? task?.assignee_name : undefined) ?? "Current assignee";
  }

  const { assignee_id: selected } = form.values;
  return (
    <TaskField form={form} name="assignee_id" label="Assignee" format={nameOf}>
      {(props) => (
        <LongSelect
          {...props}
          label="Assignee"
          choices={withChosen(choices, selected, "Unassigned", nameOf)}
          onChoose={(id) => form.change("assignee_id", id)}
        />
      )}
    </TaskField>
  );
}

function TeamField({ form }: { form: TaskFormState }) {
  const { data: teams = [] } = useGetTeamsQuery();
  const { task } = form;

  function nameOf(id: string): string {
    if (id === "") return "No team";
    const known = teams.find((team) => team.id === id)?.name;
    return known ?? (id === task?.team_id ? task.team_name : undefined) ?? "Current team";
  }

  const { team_id: selected } = form.values;
  const choices = teams.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <TaskField form={form} name="team_id" label="Team" format={nameOf}>
      {(props) => (
        <LongSelect
          {...props}
          label="Team"
          choices={withChosen(choices, selected, "No team", nameOf)}
          onChoose={(id) => form.change("team_id", id)}
        />
      )}
    </TaskField>
  );
}
