import type { ReactNode } from "react";
import type { FieldName } from "#features/tasks/conflict/mergeTask.ts";
import { FieldChoice } from "#features/tasks/conflict/TaskConflict.tsx";
import type { ControlProps } from "#ui/form/Field.tsx";
import { FormField } from "#ui/form/FormField.tsx";
import classes from "./TaskForm.module.css";
import type { TaskFormState } from "./useTaskForm.ts";

const identity = (value: string) => value;

/** A field of the task form. If another user changed it too, both versions are offered below it. */
export function TaskField({
  form,
  name,
  label,
  required,
  max,
  hint,
  format = identity,
  children,
}: {
  form: TaskFormState;
  name: FieldName;
  label: string;
  required?: boolean;
  /** The maximum number of characters. */
  max?: number;
  hint?: string;
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
