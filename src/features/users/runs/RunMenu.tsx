import type { RunAction } from "#contract/userRun.ts";
import { Menu } from "#ui/menu/Menu.tsx";

const ACTIONS: readonly (readonly [action: RunAction, label: string])[] = [
  ["role", "Change role…"],
  ["add_to_team", "Add to team…"],
  ["remove_from_team", "Remove from team…"],
  ["end_sessions", "End sessions…"],
  ["delete", "Delete…"],
];

/** The actions on the selected users that only a run has. Each asks before it begins. */
export function RunMenu({ onSelect }: { onSelect: (action: RunAction) => void }) {
  return (
    <Menu
      label="More actions…"
      text
      items={ACTIONS.map(([action, label]) => ({ label, onSelect: () => onSelect(action) }))}
    />
  );
}
