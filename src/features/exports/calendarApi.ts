import { callsOf } from "#api/api.ts";
import { addCallTexts } from "#api/callTexts.ts";
import { keepSecret } from "#api/secrets.ts";
import { unlessRefused } from "#api/tags.ts";
import type {
  CalendarFeedResponse,
  NewCalendarFeedResponse,
} from "#contract/shapes/calendarFeed.ts";
import { API_BASE } from "#lib/env.ts";

const OWN = "/api/profile/calendar";

/** The id of the feed's secret address in the vault. */
export const CALENDAR_SECRET = "calendar";

/** The saved view of which the feed has the tasks; none for the user's own tasks. */
export interface FeedView {
  view?: string;
}

const calendarApi = callsOf("exports").injectEndpoints({
  endpoints: (build) => ({
    getCalendar: build.query<CalendarFeedResponse, FeedView>({
      query: (params) => ({ url: OWN, params }),
      providesTags: ["Calendar"],
    }),
    createCalendar: build.mutation<unknown, FeedView>({
      query: (params) => ({ url: OWN, params, method: "POST" }),
      transformResponse: ({ calendar, path }: NewCalendarFeedResponse) =>
        keepSecret({ id: CALENDAR_SECRET, calendar }, API_BASE + path),
      invalidatesTags: (_response, error) => unlessRefused(error, ["Calendar"]),
    }),
    deleteCalendar: build.mutation<unknown, FeedView>({
      query: (params) => ({ url: OWN, params, method: "DELETE" }),
      invalidatesTags: (_response, error) => unlessRefused(error, ["Calendar"]),
    }),
  }),
});

addCallTexts(calendarApi, {
  createCalendar: {
    success: "Calendar address created",
    serverFailure: "Failed to create the calendar address",
  },
  deleteCalendar: {
    success: "Calendar feed turned off",
    serverFailure: "Failed to turn the calendar feed off",
  },
});

export const { useGetCalendarQuery, useCreateCalendarMutation, useDeleteCalendarMutation } =
  calendarApi;
