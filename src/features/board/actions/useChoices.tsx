import { useSelector } from "react-redux";
import { COLUMN_LABELS } from "#contract/board.ts";
import { TASK_PRIORITIES, TASK_STATUSES, type TaskSummary } from "#contract/task.ts";
import type { Change } from "#features/board/edits/requestEdit.ts";
import { useGetUsersQuery } from "#features/users/usersApi.ts";
import { formatDay, localDay, today } from "#lib/day.ts";
import { selectStoredUser } from "#session/sessionSlice.ts";
import { Avatar } from "#ui/Avatar.tsx";
import type { MenuItem } from "#ui/MenuItems.tsx";
import { StatusIcon } from "#ui/StatusIcon.tsx";
import type { PickedField } from "./pickedFields.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const MONDAY = 1;

/** Days that tasks are often due, after today. */
export function dueDays(now = new Date(Date.now())): { label: string; day: string }[] {
  const after = (days: number) => {
    const noon = new Date(now.getFullYear(), now.getMonth(), now.getDate(), 12).getTime();
    return localDay(new Date(noon + days * DAY_MS));
  };
  const toMonday = (7 + MONDAY - now.getDay()) % 7 || 7;
  return [
    { label: "Today", day: after(0) },
    { label: "Tomorrow", day: after(1) },
    { label: "Next Monday", day: after(toMonday) },
  ];
}

/** The value that all tasks have; undefined if they differ. */
function commonValue<Field extends PickedField>(tasks: readonly TaskSummary[], field: Field) {
  const [first] = tasks;
  return first && tasks.every((task) => task[field] === first[field]) ? first[field] : undefined;
}

/** "Me", then the other active users. The present assignee is listed even if deactivated. */
function usePeople(assigneeId: string | null | undefined) {
  const me = useSelector(selectStoredUser);
  const { data: users = [] } = useGetUsersQuery();
  const others = users
    .filter(({ id, is_active }) => id !== me?.id && (is_active || id === assigneeId))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  return [
    ...(me ? [{ id: me.id, name: me.name, label: "Me" }] : []),
    ...others.map(({ id, name }) => ({ id, name, label: name })),
  ];
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
  const people = usePeople(commonValue(tasks, "assignee_id"));
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
      const days = dueDays();
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
