/** Whether a day is past on `today`: a due date can't be chosen there (§5). Days are `yyyy-MM-dd`. */
export const isPast = (day: string, today: string): boolean => day < today;

/** Whether a task is due before `today` and not done (§2, dashboard). */
export const isOverdueOn = (
  task: { due_date: string | null; status: string },
  today: string,
): boolean => task.due_date !== null && task.status !== "Done" && isPast(task.due_date, today);
