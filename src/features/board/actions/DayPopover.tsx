import { type FormEvent, type RefObject, useLayoutEffect, useRef } from "react";
import { today } from "#lib/day.ts";
import { Button } from "#ui/Button.tsx";
import { useDismissal } from "#ui/MenuList.tsx";
import { placeBelow } from "#ui/placeBelow.ts";
import { TextInput } from "#ui/TextInput.tsx";
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
  const ref = useRef<HTMLDivElement>(null);
  useDismissal(ref, anchor, onClose);
  useLayoutEffect(() => {
    const popover = ref.current;
    if (!popover || !anchor.current) return;
    popover.showPopover?.();
    placeBelow(popover, anchor.current);
    popover.querySelector("input")?.focus({ preventScroll: true });
  }, [anchor]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const picked = new FormData(event.currentTarget).get("day");
    onClose(true);
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
      className={classes.popover}
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
