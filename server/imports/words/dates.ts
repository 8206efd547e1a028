import { isCalendarDay } from "#contract/calendar.ts";
import type { DateOrder } from "#contract/imports.ts";
import { dayIn } from "#server/http/today.ts";
import { LANGUAGES } from "./words.ts";

/** A date as a file has it. */
interface WrittenDate {
  day: string;
  /** `hh:mm:ss.mmm`, or null if the file has only the day. */
  time: string | null;
  /** The offset from UTC, such as `Z` or `+02:00`; empty if the file has none. */
  offset: string;
}

/** Portuguese leaves `-feira` out, too. */
const nameKey = (name: string): string =>
  name
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(".", "")
    .replace(/-feira$/, "");

/** The numbers of the months and weekdays by their names: long and short, alone and beside a day. */
const namesOf = (part: "month" | "weekday", count: number): ReadonlyMap<string, string> =>
  new Map(
    LANGUAGES.flatMap((language) =>
      (["long", "short"] as const).flatMap((length) =>
        [{}, { day: "numeric" } as const].flatMap((day) => {
          const options = { [part]: length, ...day, timeZone: "UTC" };
          const format = new Intl.DateTimeFormat(language, options);
          return Array.from({ length: count }, (_, index): [string, string] => {
            const at = part === "month" ? Date.UTC(2026, index, 15) : Date.UTC(2026, 0, index + 4);
            const parts = format.formatToParts(at);
            const name = parts.find(({ type }) => type === part)?.value ?? "";
            return [nameKey(name), String(index + 1)];
          });
        }),
      ),
    ),
  );

/** Collected when the first name is read, because it takes 60 ms. */
let names:
  | { months: ReadonlyMap<string, string>; weekdays: ReadonlyMap<string, string> }
  | undefined;

function knownNames() {
  names ??= { months: namesOf("month", 12), weekdays: namesOf("weekday", 7) };
  return names;
}

const DATES: readonly RegExp[] = [
  // 2026-03-01, 2026/3/1, 2026年3月1日
  /^(?<y>\d{4})[-/.年] ?(?<m>\d{1,2})[-/.月] ?(?<d>\d{1,2})日?(?!\d)/u,
  // 1.3.2026
  /^(?<d>\d{1,2})\. ?(?<m>\d{1,2})\. ?(?<y>\d{4}|\d\d)(?!\d)/,
  // 3/1/2026, 3-1-2026
  /^(?<first>\d{1,2})[/-](?<second>\d{1,2})[/-](?<y>\d{4}|\d\d)(?!\d)/,
  // 01/Mar/26, 1. März 2026, 1 de marzo de 2026, 1er mars 2026, 1st of March 2026
  /^(?<d>\d{1,2})(?:st|nd|rd|th|er|[º°])?(?:[-/]|[. ]+)(?:de |of )?(?<name>[\p{L}\p{M}]+)\.?,?[-/ ](?:del? )?(?<y>\d{4}|\d\d)(?!\d)/iu,
  // Mar 1, 2026
  /^(?<name>[\p{L}\p{M}]+)\.? (?<d>\d{1,2})(?:st|nd|rd|th)?,? (?<y>\d{4})(?!\d)/iu,
];
/** A word that a comma follows may be any. */
const WEEKDAY = /^(?:le )?(?<name>[\p{L}\p{M}]+(?:-feira)?)\.?(?<comma>,)? (?=[\p{L}\d])/iu;
/** Milliseconds since 1970, as ClickUp writes instants, from 2001 to 2065. */
const MILLISECONDS = /^[12]\d{12}$/;
const TIME =
  /^(?:T|[, ]+|[, ]+at )(?<h>\d{1,2}):(?<min>\d\d)(?::(?<s>\d\d)(?<fraction>\.\d{1,3})?\d*)? ?(?<half>[ap]\.?m\b)?.*?(?<offset>Z|[+-]\d\d:?\d\d)?$/iu;
/** A longer text is no date. */
const DATE_MAX = 60;

const two = (part = ""): string => part.padStart(2, "0");

function dayFrom(
  parts: Readonly<Partial<Record<string, string>>>,
  order: DateOrder,
): string | null {
  const { y = "", name, first, second } = parts;
  const [month, day] = order === "dmy" ? [second, first] : [first, second];
  const m = name === undefined ? (parts["m"] ?? month) : knownNames().months.get(nameKey(name));
  const text = `${y.length === 2 ? `20${y}` : y}-${two(m)}-${two(parts["d"] ?? day)}`;
  return text >= "1900" && isCalendarDay(text) ? text : null;
}

function timeFrom(rest: string): Pick<WrittenDate, "time" | "offset"> {
  const { h, min = "", s, fraction = ".", half, offset = "" } = TIME.exec(rest)?.groups ?? {};
  if (h === undefined) return { time: null, offset: "" };
  const isAfternoon = /^p/i.test(half ?? "");
  const hour = half ? (Number(h) % 12) + (isAfternoon ? 12 : 0) : Number(h);
  if (hour > 23 || Number(min) > 59) return { time: null, offset: "" };
  const time = `${two(String(hour))}:${min}:${two(s)}${fraction.padEnd(4, "0")}`;
  return { time, offset: offset.toUpperCase().replace(/^(...)(\d\d)$/, "$1:$2") };
}

/** Reads a date in one of the usual ways to write it, with months in the languages of the table of words. */
function readDate(text: string, order: DateOrder): WrittenDate | null {
  const written = text.trim().slice(0, DATE_MAX);
  if (MILLISECONDS.test(written)) {
    const [day = "", time = ""] = new Date(Number(written)).toISOString().split("T");
    return { day, time: time.slice(0, -1), offset: "Z" };
  }
  return readWritten(written, order) ?? readWritten(withoutWeekday(written), order);
}

/** A date without its weekday. */
export function withoutWeekday(text: string): string {
  const { name, comma } = WEEKDAY.exec(text)?.groups ?? {};
  const isWeekday = comma ?? (name && knownNames().weekdays.has(nameKey(name)));
  return isWeekday ? text.replace(WEEKDAY, "") : text;
}

function readWritten(written: string, order: DateOrder): WrittenDate | null {
  for (const pattern of DATES) {
    const found = pattern.exec(written);
    const day = found && dayFrom(found.groups ?? {}, order);
    if (found && day) return { day, ...timeFrom(written.slice(found[0].length)) };
  }
  return null;
}

/** Kept, because making one takes longer than planning a task. Only known time zones get one. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockIn(timeZone: string): Intl.DateTimeFormat {
  const format = { timeZone, dateStyle: "short", timeStyle: "medium" } as const;
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", format);
  clocks.set(timeZone, clock);
  return clock;
}

/** The instant at which clocks in a time zone show a day and a time. */
function instantAt({ day, time, offset }: WrittenDate, timeZone: string): Date {
  const utc = new Date(`${day}T${time ?? "12:00"}${offset || "Z"}`);
  if (time === null || offset !== "") return utc;
  try {
    const shown = clockIn(timeZone).format(utc).replace(" ", "T");
    return new Date(utc.getTime() * 2 - utc.getMilliseconds() - Date.parse(`${shown}Z`));
  } catch {
    return utc;
  }
}

/**
 * The calendar day of a date in a file: `2026-03-01`, `03/01/2026`, `1.3.2026`, `01/Mar/26 9:30 AM`,
 * or the day of an instant in the time zone. Null if it is none of them.
 */
export function dayOf(text: string, order: DateOrder, timeZone: string): string | null {
  const date = readDate(text, order);
  if (!date?.offset) return date?.day ?? null;
  const instant = instantAt(date, timeZone);
  return Number.isNaN(instant.getTime()) ? date.day : dayIn(timeZone, instant);
}

/**
 * The instant of a date in a file, not later than `now`; null if it is none. A time without an
 * offset is one of the time zone.
 */
export function instantOf(
  text: string | null,
  order: DateOrder,
  { timeZone, now }: { timeZone: string; now: Date },
): string | null {
  const date = text ? readDate(text, order) : null;
  if (!date) return null;
  const at = instantAt(date, timeZone);
  if (Number.isNaN(at.getTime()) || at.getFullYear() < 1970) return null;
  return (at > now ? now : at).toISOString();
}
