/** A user's calendar feed. Its address is a secret, which the server shows only once. */
export interface CalendarFeed {
  created_at: string;
}

/** GET /api/profile/calendar: null without a feed. Not in §7. */
export interface CalendarFeedResponse {
  calendar: CalendarFeed | null;
}

/** POST /api/profile/calendar: the new feed, and the path of its address on this server. */
export interface NewCalendarFeedResponse {
  calendar: CalendarFeed;
  path: string;
}
