import type { MouseEvent, ReactNode } from "react";
import { COMMAND_KEYS } from "#lib/commands/commandKeys.ts";
import { runCommand } from "#lib/commands/useCommand.ts";
import { cx } from "#lib/cx.ts";
import classes from "./FactButton.module.css";
import { FIELD_COMMANDS, FIELD_LABELS, type PickedField } from "./pickedFields.ts";

/** Does what the field's key does with the card or row in focus (`FieldKeys`). */
function handleClick({ currentTarget }: MouseEvent<HTMLElement>, field: PickedField) {
  currentTarget
    .closest("[data-card]")
    ?.querySelector<HTMLElement>("a")
    ?.focus({ preventScroll: true });
  runCommand(FIELD_COMMANDS[field]);
}

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
  value,
  isEditable,
  className,
  children,
}: {
  field: PickedField;
  value?: string | undefined;
  isEditable: boolean;
  className?: string | undefined;
  children: ReactNode;
}) {
  if (!isEditable)
    return (
      <span className={className} title={value}>
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
      className={cx(classes.fact, className)}
      onClick={(event) => handleClick(event, field)}
    >
      {children}
    </button>
  );
}
