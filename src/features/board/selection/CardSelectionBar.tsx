import { X } from "lucide-react";
import { useCallback, useRef, useState } from "react";
import { useDispatch, useSelector } from "react-redux";
import type { TaskSummary } from "#contract/task.ts";
import { LazyFieldPicker } from "#features/board/actions/LazyFieldPicker.tsx";
import { FIELD_LABELS, type PickedField } from "#features/board/actions/pickedFields.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { Button } from "#ui/Button.tsx";
import { IconButton } from "#ui/IconButton.tsx";
import { LiveText } from "#ui/LiveText.tsx";
import classes from "./CardSelectionBar.module.css";
import { selectionCleared } from "./selectionSlice.ts";

/** The number of selected cards, and the actions on all of them. */
export function CardSelectionBar({ tasks }: { tasks: readonly TaskSummary[] }) {
  const dispatch = useDispatch();
  const hasExtensions = useSelector(selectHasExtensions);
  const [field, setField] = useState<PickedField | null>(null);
  const anchor = useRef<HTMLButtonElement | null>(null);
  const close = useCallback((refocus: boolean) => {
    setField(null);
    if (refocus) anchor.current?.focus();
  }, []);
  const fields: readonly PickedField[] = hasExtensions
    ? ["status", "assignee_id", "priority", "due_date"]
    : ["status"];

  return (
    <section aria-label="Selected cards" className={classes.bar}>
      <LiveText text={`${tasks.length} selected`} className={classes.count} />
      <div className={classes.actions}>
        {fields.map((name) => (
          <Button
            key={name}
            size="sm"
            aria-haspopup="menu"
            aria-expanded={field === name}
            onClick={({ currentTarget }) => {
              anchor.current = currentTarget;
              setField(field === name ? null : name);
            }}
          >
            {FIELD_LABELS[name]}
          </Button>
        ))}
        <IconButton
          label="Clear selection"
          icon={<X />}
          size="sm"
          onClick={() => dispatch(selectionCleared())}
        />
      </div>
      {field && (
        <LazyFieldPicker key={field} field={field} tasks={tasks} anchor={anchor} onClose={close} />
      )}
    </section>
  );
}
