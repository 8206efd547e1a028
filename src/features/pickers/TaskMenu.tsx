import { Ellipsis } from "lucide-react";
import { useStore } from "react-redux";
import type { WithApi } from "#api/api.ts";
import { COLUMN_LABELS } from "#contract/board.ts";
import type { TaskSummary } from "#contract/shapes/task.ts";
import { TASK_STATUSES } from "#contract/task.ts";
import { requestMoves } from "#features/changes/actions/requestChanges.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import type { CommandName } from "#lib/commands/commandKeys.ts";
import { runCommand } from "#lib/commands/useCommand.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { selectIsAdmin } from "#session/authSlice.ts";
import { selectHasExtensions, type WithExtensions } from "#sync/extensions/extensions.ts";
import { Menu } from "#ui/menu/Menu.tsx";

/** The menu of a card or row: whatever a pointer, a key or a drag does with its task. */
export function TaskMenu({
  task,
  isSelected,
  className,
}: {
  task: TaskSummary;
  isSelected: boolean;
  className: string | undefined;
}) {
  const store = useStore<WithApi & WithChanges & WithExtensions>();

  // When the menu opens, because a board has thousands of cards.
  function items() {
    const state = store.getState();
    const run = (label: string, name: CommandName) => ({
      label,
      onSelect: () => void runCommand(name, task.id),
    });
    const dispatch: StoreDispatch<WithChanges> = store.dispatch;
    return [
      ...TASK_STATUSES.filter((status) => status !== task.status).map((status) => ({
        label: `Move to ${COLUMN_LABELS[status]}`,
        onSelect: () => dispatch(requestMoves([task], status, "menu")),
      })),
      ...(selectHasExtensions(state)
        ? [
            run("Assignee…", "cardAssignee"),
            run("Priority…", "cardPriority"),
            run("Due date…", "cardDue"),
            run("Labels…", "cardLabels"),
            ...(selectIsAdmin(state) ? [run("Team…", "cardTeam")] : []),
          ]
        : []),
      run(isSelected ? "Unselect" : "Select", "select"),
      run("Copy link", "cardCopyLink"),
      { ...run("Delete…", "cardDelete"), isDangerous: true },
    ];
  }

  return (
    <div className={className}>
      <Menu
        label={`Actions (${task.title})`}
        tooltip="Actions (m)"
        icon={<Ellipsis />}
        items={items}
        tabIndex={-1}
      />
    </div>
  );
}
