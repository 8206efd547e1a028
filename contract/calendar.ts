const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

/** Whether `text` names a day that exists, as `yyyy-MM-dd` (so not `2026-02-30`). */
export function isCalendarDay(text: string): boolean {
  if (!DAY_PATTERN.test(text)) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}
