import { COLUMN_LABELS } from "#contract/board.ts";
import { TASK_PRIORITIES, TASK_STATUSES, type TaskSummary } from "#contract/task.ts";
import type { Change } from "#features/board/edits/requestEdit.ts";
import { useAssignees } from "#features/users/useAssignees.ts";
import { formatDay, today } from "#lib/day.ts";
import { dueDays } from "#lib/dueDays.ts";
import { Avatar } from "#ui/Avatar.tsx";
import type { MenuItem } from "#ui/MenuItems.tsx";
import { StatusIcon } from "#ui/StatusIcon.tsx";
import type { PickedField } from "./pickedFields.ts";

/** The value that all tasks have; undefined if they differ. */
function commonValue<Field extends PickedField>(tasks: readonly TaskSummary[], field: Field) {
  const [first] = tasks;
  return first && tasks.every((task) => task[field] === first[field]) ? first[field] : undefined;
}

/**
 * The choices for a field of one task or several.
 *
 * @param onPickDay called to choose another day
 */
export function useChoices(
  field: PickedField,
  tasks: readonly TaskSummary[],
  change: (change: Change) => void,
  onPickDay: () => void,
): MenuItem[] {
  const people = useAssignees(commonValue(tasks, "assignee_id"));
  switch (field) {
    case "status":
      return TASK_STATUSES.map((status) => ({
        label: COLUMN_LABELS[status],
        icon: <StatusIcon status={status} />,
        checked: commonValue(tasks, "status") === status,
        onSelect: () => change({ status }),
      }));
    case "priority":
      return TASK_PRIORITIES.toReversed().map((priority) => ({
        label: priority,
        checked: commonValue(tasks, "priority") === priority,
        onSelect: () => change({ priority }),
      }));
    case "assignee_id": {
      const assigned = commonValue(tasks, "assignee_id");
      const [me, ...others] = people.map(({ id, name, label }) => ({
        key: id,
        label,
        icon: <Avatar name={name} size="sm" decorative />,
        checked: assigned === id,
        onSelect: () => change({ assignee_id: id }),
      }));
      const nobody = {
        key: "",
        label: "Unassigned",
        checked: assigned === null,
        onSelect: () => change({ assignee_id: null }),
      };
      return [...(me ? [me] : []), nobody, ...others];
    }
    case "due_date": {
      const due = commonValue(tasks, "due_date");
      const days = dueDays(today());
      return [
        ...days.map(({ label, day }) => ({
          label: `${label}, ${formatDay(day)}`,
          key: label,
          checked: due === day,
          onSelect: () => change({ due_date: day }),
        })),
        {
          label: "Pick a day…",
          checked: due != null && due >= today() && !days.some(({ day }) => day === due),
          onSelect: onPickDay,
        },
        {
          label: "No due date",
          checked: due === null,
          onSelect: () => change({ due_date: null }),
        },
      ];
    }
  }
}
