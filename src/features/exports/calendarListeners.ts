import type { WithApi } from "#api/api.ts";
import type { StartListening } from "#session/appExtra.ts";
import { startCallToasts } from "#sync/connection/callToasts.ts";
import type { WithConnection } from "#sync/connection/connectionSlice.ts";
import { calendarApi } from "./calendarApi.ts";

const { createCalendar, deleteCalendar } = calendarApi.endpoints;

/** Shows toasts for changes of the calendar feed. */
export function startCalendarListeners(
  startListening: StartListening<WithApi & WithConnection>,
): void {
  startCallToasts(startListening, {
    successes: [
      [createCalendar.matchFulfilled, "Calendar address created"],
      [deleteCalendar.matchFulfilled, "Calendar feed turned off"],
    ],
    serverFailures: [
      [createCalendar.matchRejected, "Failed to create the calendar address"],
      [deleteCalendar.matchRejected, "Failed to turn the calendar feed off"],
    ],
  });
}
