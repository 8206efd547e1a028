import { addDays } from "#contract/calendar.ts";
import { daysOf } from "#contract/dueFilter.ts";

/** The due dates that the user can choose with one click, counted from `today`. */
export function dueDays(today: string): readonly { label: string; day: string }[] {
  return [
    { label: "Today", day: today },
    { label: "Tomorrow", day: addDays(today, 1) },
    { label: "Next Monday", day: daysOf("next-week", today).from },
  ];
}
