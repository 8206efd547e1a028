import { callToasts } from "#sync/connection/callToasts.ts";
import { calendarApi } from "./calendarApi.ts";

const { createCalendar, deleteCalendar } = calendarApi.endpoints;

/** Shows toasts for changes of the calendar feed. */
export const startCalendarListeners = callToasts({
  successes: [
    [createCalendar.matchFulfilled, "Calendar address created"],
    [deleteCalendar.matchFulfilled, "Calendar feed turned off"],
  ],
  serverFailures: [
    [createCalendar.matchRejected, "Failed to create the calendar address"],
    [deleteCalendar.matchRejected, "Failed to turn the calendar feed off"],
  ],
});
