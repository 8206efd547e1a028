import { COLUMN_LABELS } from "#contract/board.ts";
import type { TaskRunFields } from "#contract/run.ts";
import type { TaskSummary } from "#contract/shapes/task.ts";
import { TASK_PRIORITIES, TASK_STATUSES } from "#contract/task.ts";
import { useTeamNames } from "#features/teams/useTeamNames.ts";
import { assignable, personOption, usePeople } from "#features/users/usePeople.tsx";
import { formatDay, today } from "#lib/dates/day.ts";
import { dueDays } from "#lib/dates/dueDays.ts";
import { typedDay, WEEKDAYS, weekdayOf } from "#lib/dates/typedDay.ts";
import { StatusIcon } from "#ui/badges/StatusIcon.tsx";
import { DAY_HINT } from "#ui/picker/dayHint.ts";
import type { PickerOption, TypedOption } from "#ui/picker/findOptions.ts";
import type { PickedField } from "./pickedFields.ts";

/** The value that all tasks have; undefined if they differ. */
function commonValue<Field extends Exclude<PickedField, "labels">>(
  tasks: readonly TaskSummary[],
  field: Field,
) {
  const [first] = tasks;
  return first && tasks.every((task) => task[field] === first[field]) ? first[field] : undefined;
}

/** The new value of the one changed field, in words for the user; null if it was cleared. */
type OnChoose = (change: TaskRunFields, word: string | null) => void;

/**
 * The choices for a field of one task or several.
 *
 * @param tasks whose values are marked
 * @param onPickDay called to choose another day
 */
export function useChoices(
  field: PickedField,
  tasks: readonly TaskSummary[],
  choose: OnChoose,
  onPickDay: () => void,
): PickerOption[] {
  const people = usePeople();
  const teams = useTeamNames(field === "team_id") ?? {};
  const common = field === "labels" ? undefined : commonValue(tasks, field);
  const is = (value: string | null) => common === value;
  switch (field) {
    case "status":
      return TASK_STATUSES.map((status) => ({
        key: status,
        label: COLUMN_LABELS[status],
        icon: <StatusIcon status={status} />,
        checked: is(status),
        onSelect: () => choose({ status }, status),
      }));
    case "priority":
      return TASK_PRIORITIES.toReversed().map((priority) => ({
        key: priority,
        label: priority,
        checked: is(priority),
        onSelect: () => choose({ priority }, priority),
      }));
    case "assignee_id": {
      const holder = commonValue(tasks, "assignee_id");
      const [me, ...others] = assignable(people, holder).map((person) =>
        personOption(person, is(person.id), () => choose({ assignee_id: person.id }, person.name)),
      );
      const nobody = {
        key: "",
        label: "Unassigned",
        checked: is(null),
        onSelect: () => choose({ assignee_id: null }, null),
      };
      return [...(me ? [me] : []), nobody, ...others];
    }
    case "team_id":
      return [["", "No team"], ...Object.entries(teams)].map(([id = "", name = ""]) => ({
        key: id,
        label: name,
        checked: is(id || null),
        onSelect: () => choose({ team_id: id || null }, id ? name : null),
      }));
    // A task has several: see `useLabelChoices`.
    case "labels":
      return [];
    case "due_date": {
      const days = dueDays(today());
      return [
        ...days.map(({ label, day }) => ({
          key: label,
          label,
          note: formatDay(day),
          checked: is(day),
          onSelect: () => choose({ due_date: day }, formatDay(day)),
        })),
        {
          key: "day",
          label: "Pick a day…",
          checked: common != null && common >= today() && !days.some(({ day }) => day === common),
          staysOpen: true,
          onSelect: onPickDay,
        },
        {
          key: "",
          label: "No due date",
          checked: is(null),
          onSelect: () => choose({ due_date: null }, null),
        },
      ];
    }
  }
}

/** Days from today on that the user types in words. `isAsked`: whether a question follows. */
export const typedDayChoice = (
  options: readonly PickerOption[],
  choose: OnChoose,
  isAsked: boolean,
): TypedOption => ({
  hint: DAY_HINT,
  optionFor(text) {
    const now = today();
    const day = typedDay(text, now);
    if (!day || day < now) return null;
    const known = dueDays(now).find((one) => one.day === day);
    return (
      options.find(({ key }) => key === known?.label) ?? {
        key: day,
        label: `${WEEKDAYS[weekdayOf(day)]}, ${formatDay(day)}`,
        staysOpen: isAsked,
        onSelect: () => choose({ due_date: day }, formatDay(day)),
      }
    );
  },
});
