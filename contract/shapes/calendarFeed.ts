import { instant, nullable, object, type TypeOf, text } from "./shape.ts";

/** A user's calendar feed. Its address is a secret, which the server shows only once. */
export const CalendarFeed = object({ created_at: instant });
export type CalendarFeed = TypeOf<typeof CalendarFeed>;

/** GET /api/profile/calendar: null without a feed. Not in §7. */
export const CalendarFeedResponse = object({ calendar: nullable(CalendarFeed) });
export type CalendarFeedResponse = TypeOf<typeof CalendarFeedResponse>;

/** POST /api/profile/calendar: the new feed, and the path of its address on this server. */
export const NewCalendarFeedResponse = object({ calendar: CalendarFeed, path: text });
export type NewCalendarFeedResponse = TypeOf<typeof NewCalendarFeedResponse>;
