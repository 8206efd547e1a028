import type { ReactNode } from "react";
import { COMMAND_KEYS } from "#lib/commands/commandKeys.ts";
import { runCommand } from "#lib/commands/useCommand.ts";
import { cx } from "#lib/cx.ts";
import classes from "./FactButton.module.css";
import { FIELD_COMMANDS, FIELD_LABELS, type PickedField } from "./pickedFields.ts";

/**
 * A value on a card or row as a button of its picker. It is above the link that covers the card, and no
 * tab stop: the focused card has a key for it. A finger opens the card instead, because the values are
 * too close to each other. It has no state, because a board has thousands.
 *
 * @param props.value its text for the tooltip, where a small card cuts it
 * @param props.isEditable whether the server can change the value; otherwise it is text
 */
export function FactButton({
  field,
  taskId,
  value,
  isEditable,
  className,
  children,
}: {
  field: PickedField;
  taskId: string;
  value?: string | undefined;
  isEditable: boolean;
  className?: string | undefined;
  children: ReactNode;
}) {
  if (!isEditable)
    return (
      <span className={cx(classes.place, className)} title={value}>
        {children}
      </span>
    );
  return (
    <button
      type="button"
      tabIndex={-1}
      data-fact={field}
      aria-haspopup="dialog"
      aria-keyshortcuts={COMMAND_KEYS[FIELD_COMMANDS[field]].keys}
      title={`Change ${FIELD_LABELS[field].toLowerCase()}${value ? ` (${value})` : ""}`}
      className={cx(classes.place, classes.fact, className)}
      onClick={() => runCommand(FIELD_COMMANDS[field], taskId)}
    >
      {children}
    </button>
  );
}
