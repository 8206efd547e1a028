import { ChevronDown } from "lucide-react";
import { COMMAND_KEYS } from "#lib/commands/commandKeys.ts";
import { runCommand } from "#lib/commands/useCommand.ts";
import { Button } from "#ui/button/Button.tsx";
import { FIELD_COMMANDS, FIELD_LABELS, usePickedFields } from "./pickedFields.ts";

/** A button for each field of the selected tasks. It does what the field's key does (`FieldKeys`). */
export function FieldMenus({
  isCompact = false,
}: {
  /** Whether the buttons have no arrows. */
  isCompact?: boolean;
}) {
  return usePickedFields().map((field) => (
    <Button
      key={field}
      size="sm"
      data-field={field}
      aria-haspopup="dialog"
      aria-expanded={false}
      aria-keyshortcuts={COMMAND_KEYS[FIELD_COMMANDS[field]].keys}
      onClick={() => runCommand(FIELD_COMMANDS[field])}
    >
      {FIELD_LABELS[field]}
      {!isCompact && <ChevronDown />}
    </Button>
  ));
}
