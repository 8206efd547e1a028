export type {
  CalendarFeed,
  CalendarFeedResponse,
  NewCalendarFeedResponse,
} from "./shapes/calendarFeed.ts";
