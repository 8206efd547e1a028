import type { FormEvent, RefObject } from "react";
import { cx } from "#lib/cx.ts";
import { today } from "#lib/day.ts";
import { Button } from "#ui/Button.tsx";
import popover from "#ui/popover.module.css";
import { TextInput } from "#ui/TextInput.tsx";
import { usePopover } from "#ui/usePopover.ts";
import classes from "./DayPopover.module.css";

/** Asks for a day from today on, below its anchor. */
export function DayPopover({
  label,
  day,
  anchor,
  onPick,
  onClose,
}: {
  label: string;
  day: string;
  anchor: RefObject<HTMLElement | null>;
  onPick: (day: string) => void;
  onClose: (refocus: boolean) => void;
}) {
  const ref = usePopover({
    anchor,
    focused: (form) => form.querySelector("input"),
    onLeft: () => onClose(false),
    onScrolled: () => onClose(false),
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const picked = new FormData(event.currentTarget).get("day");
    if (typeof picked === "string" && picked !== "") onPick(picked);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only Escape closes it
    <div
      ref={ref}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an open `<dialog>` would take the commands' keys and the toasts
      role="dialog"
      tabIndex={-1}
      aria-label={label}
      popover="manual"
      className={cx(popover.popover, classes.popover)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        onClose(true);
      }}
    >
      <form className={classes.form} onSubmit={submit}>
        <TextInput
          type="date"
          name="day"
          aria-label="Due date"
          min={today()}
          defaultValue={day >= today() ? day : today()}
          required
        />
        <Button type="submit" variant="primary">
          Set
        </Button>
      </form>
    </div>
  );
}
