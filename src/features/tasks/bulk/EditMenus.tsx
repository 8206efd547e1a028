import { ChevronDown, Trash2 } from "lucide-react";
import { useState } from "react";
import { useDispatch } from "react-redux";
import type { TaskInput } from "#contract/task.ts";
import type { Scope } from "#features/board/pickers/ChangeQuestion.tsx";
import { LazyFieldPicker } from "#features/board/pickers/LazyFieldPicker.tsx";
import {
  FIELD_LABELS,
  type PickedField,
  usePickedFields,
} from "#features/board/pickers/pickedFields.ts";
import { Button } from "#ui/Button.tsx";
import { usePickerButton } from "#ui/picker/usePickerButton.ts";
import { DeleteTasksDialog } from "./DeleteTasksDialog.tsx";
import classes from "./TaskBulkBar.module.css";
import { taskBulk } from "./taskBulk.ts";

/** Changes the values. `field` and `to` are words for the user. */
type Edit = (
  patch: Partial<TaskInput>,
  field: string,
  to: string | null,
  withDone: boolean,
) => void;

function useEdit(ids: readonly string[], done: ReadonlySet<string>): Edit {
  const dispatch = useDispatch();
  return (patch, field, to, withDone) => {
    const changed = withDone ? ids : ids.filter((id) => !done.has(id));
    const items = changed.map((id) => ({ id, change: { patch } }));
    const action = { kind: "edit", field, to } as const;
    dispatch(taskBulk.actions.bulkRequested({ action, items }));
  };
}

/** The actions on the selected tasks. Each picker changes all of them at once. */
export function EditMenus({
  ids,
  done,
}: {
  ids: readonly string[];
  /** The tasks that are known to be done. */
  done: ReadonlySet<string>;
}) {
  const edit = useEdit(ids, done);
  const scope = { count: ids.length, done: ids.filter((id) => done.has(id)).length };
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      {usePickedFields().map((field) => (
        <FieldMenu key={field} field={field} scope={scope} edit={edit} />
      ))}
      <Button
        size="sm"
        variant="ghost"
        icon={<Trash2 />}
        className={classes.delete}
        onClick={() => setDeleting(true)}
      >
        Delete
      </Button>
      {isDeleting && <DeleteTasksDialog ids={ids} onClose={() => setDeleting(false)} />}
    </>
  );
}

/** The same choices as on the board. */
function FieldMenu({ field, scope, edit }: { field: PickedField; scope: Scope; edit: Edit }) {
  const { isOpen, buttonProps, pickerProps } = usePickerButton();
  const label = FIELD_LABELS[field];
  return (
    <>
      <Button {...buttonProps} size="sm" data-field={field}>
        {label}
        <ChevronDown />
      </Button>
      {isOpen && (
        <LazyFieldPicker
          {...pickerProps}
          field={field}
          tasks={[]}
          scope={scope}
          onChoose={(change, word, withDone) => edit(change, label.toLowerCase(), word, withDone)}
        />
      )}
    </>
  );
}
