import { type ReactNode, Suspense } from "react";
import { FieldChoice } from "#features/tasks/conflict/lazyConflict.ts";
import type { FieldName } from "#features/tasks/conflict/mergeTask.ts";
import { type ControlProps, Field } from "#ui/Field.tsx";
import classes from "./TaskForm.module.css";
import type { TaskFormState } from "./useTaskForm.ts";

const asItIs = (value: string) => value;

/**
 * A field of the task's form. When somebody else has changed it too, both versions are below it, to
 * choose from; `show` says what a person sees of one, beside the other.
 */
export function TaskField({
  form,
  name,
  label,
  required,
  max,
  show = asItIs,
  children,
}: {
  form: TaskFormState;
  name: FieldName;
  label: string;
  required?: boolean;
  /** Characters that its text may have. */
  max?: number;
  show?: (value: string, other: string) => string;
  children: (props: ControlProps & ReturnType<TaskFormState["fieldProps"]>) => ReactNode;
}) {
  const choice = form.choiceOf(name);
  return (
    <div className={classes.field}>
      <Field
        label={label}
        required={required}
        error={form.errorOf(name)}
        limited={max === undefined ? max : { text: form.values[name], max, name: label }}
      >
        {(props) => children({ ...props, ...form.fieldProps(name) })}
      </Field>
      {choice && (
        <Suspense fallback={null}>
          <FieldChoice
            label={label}
            versions={{
              mine: show(choice.mine, choice.theirs),
              theirs: show(choice.theirs, choice.mine),
            }}
            answer={choice.answer}
            missing={choice.isMissing}
            onChoose={choice.choose}
          />
        </Suspense>
      )}
    </div>
  );
}
