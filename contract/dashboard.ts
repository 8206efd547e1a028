/** The number of days in the deadlines chart (§9), including today. */
export const DEADLINE_DAYS = 14;
/** The maximum number of overdue tasks in the dashboard's panel (§9). */
export const OVERDUE_SHOWN = 5;
/** The maximum number of overdue tasks in one response. */
export const OVERDUE_MAX = 1_000;
