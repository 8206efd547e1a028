import { addDays, daysOf } from "#contract/due.ts";

/** Days to choose with one click, as seen on `today`. */
export function dueDays(today: string): readonly { label: string; day: string }[] {
  return [
    { label: "Today", day: today },
    { label: "Tomorrow", day: addDays(today, 1) },
    { label: "Next Monday", day: daysOf("next-week", today).from },
  ];
}
