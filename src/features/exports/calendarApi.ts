import { api } from "#api/api.ts";
import { changed } from "#api/tags.ts";
import type { CalendarFeedResponse, NewCalendarFeedResponse } from "#contract/calendarFeed.ts";
import { API_BASE } from "#lib/env.ts";

const OWN = "/api/profile/calendar";

/** The address that the last response had. It is a secret, so it never enters the store. */
let newAddress: string | null = null;

/** Returns the new address once. */
export function takeNewAddress(): string | null {
  const address = newAddress;
  newAddress = null;
  return address;
}

async function receive(response: Response): Promise<unknown> {
  const body = (await response.json()) as unknown;
  if (!response.ok) return body;
  const { calendar, path } = body as NewCalendarFeedResponse;
  newAddress = API_BASE + path;
  return { calendar };
}

export const calendarApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCalendar: build.query<CalendarFeedResponse, void>({
      query: () => OWN,
      providesTags: ["Calendar"],
    }),
    /** {@link takeNewAddress} returns the address. */
    createCalendar: build.mutation<unknown, void>({
      query: () => ({ url: OWN, method: "POST", responseHandler: receive }),
      invalidatesTags: (_response, error) => changed(error, ["Calendar"]),
    }),
    deleteCalendar: build.mutation<unknown, void>({
      query: () => ({ url: OWN, method: "DELETE" }),
      invalidatesTags: (_response, error) => changed(error, ["Calendar"]),
    }),
  }),
});

export const { useGetCalendarQuery, useCreateCalendarMutation, useDeleteCalendarMutation } =
  calendarApi;
