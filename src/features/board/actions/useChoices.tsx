import { COLUMN_LABELS } from "#contract/board.ts";
import { TASK_PRIORITIES, TASK_STATUSES, type TaskSummary } from "#contract/task.ts";
import type { TaskChange } from "#features/board/edits/requestEdit.ts";
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

/** The new value of the one changed field, in words for the user; null if it was cleared. */
export type OnChoose = (change: TaskChange, word: string | null) => void;

/**
 * The choices for a field of one task or several.
 *
 * @param tasks whose values are marked; none if they are not known
 * @param onPickDay called to choose another day
 */
export function useChoices(
  field: PickedField,
  tasks: readonly TaskSummary[],
  choose: OnChoose,
  onPickDay: () => void,
): MenuItem[] {
  const people = useAssignees(commonValue(tasks, "assignee_id"));
  const common = commonValue(tasks, field);
  const mark = (isCommon: boolean) => (tasks.length === 0 ? undefined : isCommon);
  const is = (value: string | null) => mark(common === value);
  switch (field) {
    case "status":
      return TASK_STATUSES.map((status) => ({
        // The list names the statuses as its badges do.
        label: tasks.length === 0 ? status : COLUMN_LABELS[status],
        icon: <StatusIcon status={status} />,
        checked: is(status),
        onSelect: () => choose({ status }, status),
      }));
    case "priority":
      return TASK_PRIORITIES.toReversed().map((priority) => ({
        label: priority,
        checked: is(priority),
        onSelect: () => choose({ priority }, priority),
      }));
    case "assignee_id": {
      const [me, ...others] = people.map(({ id, name, label }) => ({
        key: id,
        label,
        name,
        icon: <Avatar name={name} size="sm" decorative />,
        checked: is(id),
        onSelect: () => choose({ assignee_id: id }, name),
      }));
      const nobody = {
        key: "",
        label: "Unassigned",
        checked: is(null),
        onSelect: () => choose({ assignee_id: null }, null),
      };
      return [...(me ? [me] : []), nobody, ...others];
    }
    case "due_date": {
      const days = dueDays(today());
      return [
        ...days.map(({ label, day }) => ({
          label: `${label}, ${formatDay(day)}`,
          key: label,
          checked: is(day),
          onSelect: () => choose({ due_date: day }, formatDay(day)),
        })),
        {
          label: "Pick a day…",
          checked: mark(
            common != null && common >= today() && !days.some(({ day }) => day === common),
          ),
          onSelect: onPickDay,
        },
        {
          label: "No due date",
          checked: is(null),
          onSelect: () => choose({ due_date: null }, null),
        },
      ];
    }
  }
}
