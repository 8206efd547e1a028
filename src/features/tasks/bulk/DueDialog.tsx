import { useState } from "react";
import { isCalendarDay } from "#contract/calendar.ts";
import { today } from "#lib/day.ts";
import { ConfirmDialog } from "#ui/ConfirmDialog.tsx";
import { Field } from "#ui/Field.tsx";
import { TextInput } from "#ui/TextInput.tsx";

/** Chooses a due date by the rules of the task form (§5). */
export function DueDialog({
  onChoose,
  onClose,
}: {
  onChoose: (day: string) => void;
  onClose: () => void;
}) {
  const [day, setDay] = useState("");
  const [error, setError] = useState<string>();

  function choose() {
    if (!isCalendarDay(day)) setError("Please choose a day");
    else if (day < today()) setError("Due date cannot be in the past");
    else {
      onClose();
      onChoose(day);
    }
  }

  return (
    <ConfirmDialog
      title="Set due date"
      message="All selected tasks will be due on this day."
      confirmLabel="Set due date"
      onConfirm={choose}
      onCancel={onClose}
    >
      <Field label="Due Date" error={error}>
        {(props) => (
          <TextInput
            {...props}
            type="date"
            data-autofocus
            min={today()}
            value={day}
            onChange={({ target }) => {
              setDay(target.value);
              setError(undefined);
            }}
          />
        )}
      </Field>
    </ConfirmDialog>
  );
}
