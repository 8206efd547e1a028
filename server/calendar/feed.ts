import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { addDays, isCalendarDay } from "#contract/calendar.ts";
import type { TaskPriority } from "#contract/task.ts";
import { batchesOf } from "#server/db/batches.ts";
import { DESCRIPTION_MAX, type FeedTask } from "./queries.ts";

/** Raise it when the text of a feed changes, so that calendars load it again. */
const FEED_FORMAT = 3;
const REFRESH_SECONDS = 60 * 60;
/** The number of events that are written before other requests get their turn. */
const STEP_EVENTS = 50;

/** PRIORITY (RFC 5545 §3.8.1.9): 1 is the highest. */
const PRIORITIES: Readonly<Record<TaskPriority, number>> = { High: 1, Medium: 5, Low: 9 };

/** The name of a calendar, and the address of the app without a trailing slash; null if it is unknown. */
interface FeedHead {
  name: string;
  appUrl: string | null;
}

/** The entity tag of a feed, which changes whenever its text may. */
export const feedTag = (tasks: readonly FeedTask[], about: FeedHead): string =>
  `"${createHash("sha256")
    .update(JSON.stringify([FEED_FORMAT, about, tasks]))
    .digest("base64url")}"`;

function shortened(text: string): string {
  const letters = Array.from(text);
  if (letters.length <= DESCRIPTION_MAX) return text;
  return `${letters.slice(0, DESCRIPTION_MAX).join("")}…`;
}

/** A calendar's text before its events, its events, and its text after them. */
function partsOf(calendar: string): [string, string, string] {
  const begin = calendar.indexOf("BEGIN:VEVENT");
  const end = calendar.lastIndexOf("END:VCALENDAR");
  if (begin < 0) return [calendar.slice(0, end), "", calendar.slice(end)];
  return [calendar.slice(0, begin), calendar.slice(begin, end), calendar.slice(end)];
}

/**
 * Tasks as an iCalendar (RFC 5545): each is an event that lasts all of its due day. Days have no time
 * zone, so they are the same everywhere.
 */
export async function feedText(tasks: readonly FeedTask[], head: FeedHead): Promise<string> {
  const events: string[] = [];
  const [first, , foot] = partsOf(await calendarText([], head));
  for (const step of batchesOf(tasks, STEP_EVENTS)) {
    events.push(partsOf(await calendarText(step, head))[1]);
    await setImmediate();
  }
  return [first, ...events, foot].join("");
}

async function calendarText(
  tasks: readonly FeedTask[],
  { name, appUrl }: FeedHead,
): Promise<string> {
  // Loaded here, because most servers start without a request for a feed.
  const { ICalCalendar, ICalEventStatus, ICalEventTransparency } = await import("ical-generator");
  const calendar = new ICalCalendar({
    name,
    prodId: { company: "Taskdeck", product: "Taskdeck" },
    ttl: REFRESH_SECONDS,
  });
  for (const task of tasks) {
    const { id, title, description, status, due_date, updated_at, version, labels } = task;
    const dayAfter = addDays(due_date, 1);
    calendar.createEvent({
      id: `${id}@taskdeck`,
      // The library takes the day of an instant in UTC.
      start: new Date(`${due_date}T00:00:00Z`),
      // The end is the day after the last one (RFC 5545 §3.6.1). After 9999-12-31 no day can be written, and
      // without an end the event lasts one day, too.
      ...(isCalendarDay(dayAfter) && { end: new Date(`${dayAfter}T00:00:00Z`) }),
      allDay: true,
      summary: status === "Done" ? `✓ ${title}` : title,
      description: shortened(description),
      status: ICalEventStatus.CONFIRMED,
      transparency: ICalEventTransparency.TRANSPARENT,
      priority: PRIORITIES[task.priority],
      categories: labels.map((name) => ({ name })),
      sequence: version,
      stamp: new Date(updated_at),
      created: new Date(task.created_at),
      lastModified: new Date(updated_at),
      ...(appUrl !== null && { url: `${appUrl}/tasks/${encodeURIComponent(id)}` }),
    });
  }
  return calendar.toString();
}
