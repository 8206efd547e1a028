import { labelKey, TASK_LABELS_MAX } from "#contract/label.ts";
import { TASK_PRIORITIES, type TaskPriority } from "#contract/task.ts";
import type { ShownLabel } from "#features/labels/labelsApi.ts";
import { withLabel } from "#features/labels/withLabel.ts";
import type { Person } from "#features/users/usePeople.tsx";
import { typedDay } from "#lib/dates/typedDay.ts";
import { plain } from "#ui/picker/findOptions.ts";

/** What a line for a new task says besides its title. */
export interface ReadLine {
  title: string;
  assignee?: Person;
  due_date?: string;
  priority?: TaskPriority;
  labels?: ShownLabel[];
  /** A name that several people have: none of them is the assignee until the user chooses. */
  namesakes?: { people: Person[]; start: number; end: number };
}

interface Word {
  text: string;
  start: number;
  end: number;
}

/** Some of the words, from one position to another. */
interface Phrase<Value> {
  value: Value;
  from: number;
  count: number;
}

/** The longest name and the longest date, in words. */
const NAME_WORDS_MAX = 4;
const DATE_WORDS_MAX = 4;

/** Abbreviations that are words or names themselves ("sun", "tom") need a word such as "on" before them. */
const CLEAR_DAY =
  /^(today|tomorrow|(mon|tues|wednes|thurs|fri|satur|sun)day|mon|tues?|thu(rs?)?|fri|\d{4}-\d\d-\d\d),?$/i;
const BEFORE_DATE = /^(on|by|due|until|for)$/i;
/** "Plan 3 days off" and "Release 1.2." name no day. */
const UNCLEAR_DATE = /^(?!in ).*\b(days?|weeks|months?)$|^(\d+|an?|one|two|three) week$|^\d+\.\d/i;

function wordsOf(line: string): Word[] {
  return [...line.matchAll(/\S+/g)].map(({ 0: text, index }) => ({
    text,
    start: index,
    end: index + text.length,
  }));
}

const textOf = (words: readonly Word[], from: number, count: number): string =>
  words
    .slice(from, from + count)
    .map(({ text }) => text)
    .join(" ");

/** `!high`, or its beginning. The last one counts. */
function findPriority(words: readonly Word[]): Phrase<TaskPriority> | undefined {
  for (const [from, { text }] of [...words.entries()].toReversed()) {
    const typed = /^!(\p{L}+)$/u.exec(text)?.[1]?.toLowerCase();
    const value = TASK_PRIORITIES.find((one) => typed && one.toLowerCase().startsWith(typed));
    if (value) return { value, from, count: 1 };
  }
  return undefined;
}

/** The people with this whole name or address, or else those whose name has a word that begins so. */
function matching(people: readonly Person[], text: string, count: number): Person[] {
  const wanted = plain(text);
  const isMe = (one: Person) => one.label === "Me" && wanted === "me";
  const exact = people.filter(
    (one) => isMe(one) || plain(one.name) === wanted || plain(one.address) === wanted,
  );
  if (exact.length > 0 || count > 1) return exact;
  return people.filter(({ name }) =>
    plain(name)
      .split(/\s+/)
      .some((word) => word.startsWith(wanted)),
  );
}

/** `@sofia`, `@sofia adler` or `@sofia@example.com`. The last one counts. */
function findPeople(
  words: readonly Word[],
  people: readonly Person[],
): Phrase<Person[]> | undefined {
  const active = people.filter(({ isActive }) => isActive);
  for (const [from, { text }] of [...words.entries()].toReversed()) {
    if (!/^@./u.test(text)) continue;
    for (let count = Math.min(NAME_WORDS_MAX, words.length - from); count > 0; count -= 1) {
      const value = matching(active, textOf(words, from, count).slice(1), count);
      if (value.length > 0) return { value, from, count };
    }
  }
  return undefined;
}

/** The labels by their `labelKey`. */
export type LabelsByKey = ReadonlyMap<string, ShownLabel>;
const NO_LABELS: LabelsByKey = new Map();

/** `#bug`, `#client:acme` or `#good first issue`, each a label that is known. */
function findLabels(words: readonly Word[], labels: LabelsByKey): Phrase<ShownLabel>[] {
  const found: Phrase<ShownLabel>[] = [];
  for (let from = 0; from < words.length && found.length < TASK_LABELS_MAX; from += 1) {
    if (!/^#./u.test(words[from]?.text ?? "")) continue;
    for (let count = Math.min(NAME_WORDS_MAX, words.length - from); count > 0; count -= 1) {
      const value = labels.get(labelKey(textOf(words, from, count).slice(1)));
      if (!value) continue;
      found.push({ value, from, count });
      from += count - 1;
      break;
    }
  }
  return found;
}

/** The labels that the line names. Of a group, the last one counts. */
function labelsIn(found: readonly Phrase<ShownLabel>[], labels: LabelsByKey): ShownLabel[] {
  const all = [...labels.values()];
  const ids = found.reduce<string[]>((before, { value }) => withLabel(before, value, all), []);
  return all.filter(({ id }) => ids.includes(id));
}

/** The last and longest date from `today` on, with the preposition before it. */
function findDate(words: readonly Word[], today: string): Phrase<string> | undefined {
  for (let count = Math.min(DATE_WORDS_MAX, words.length); count > 0; count -= 1) {
    for (let from = words.length - count; from >= 0; from -= 1) {
      const text = textOf(words, from, count);
      const value = typedDay(text, today);
      const isLed = BEFORE_DATE.test(words[from - 1]?.text ?? "");
      const isClear = count > 1 ? !UNCLEAR_DATE.test(text) : isLed || CLEAR_DAY.test(text);
      if (!value || value < today || !isClear) continue;
      return isLed ? { value, from: from - 1, count: count + 1 } : { value, from, count };
    }
  }
  return undefined;
}

/**
 * Reads `@sofia`, `tomorrow`, `!high` and `#bug` in the line of a new task; the rest is its title. A line without a
 * title is one.
 *
 * @param today the user's current day (`yyyy-MM-dd`)
 */
export function readLine(
  line: string,
  people: readonly Person[],
  today: string,
  labels = NO_LABELS,
): ReadLine {
  const words = wordsOf(line);
  const priority = findPriority(words);
  const found = findPeople(words, people);
  const named = labels.size > 0 ? findLabels(words, labels) : [];
  const read = [priority, found, ...named].filter((phrase) => phrase !== undefined);
  const isFree = (at: number) => !read.some(({ from, count }) => at >= from && at < from + count);
  const free = words.filter((_word, at) => isFree(at));
  const date = findDate(free, today);
  const title = free
    .filter((_word, at) => !(date && at >= date.from && at < date.from + date.count))
    .map(({ text }) => text)
    .join(" ");
  const [person, ...others] = found?.value ?? [];
  if (title === "") return asPlainText(line);
  const isShared = found !== undefined && others.length > 0;
  return {
    title: isShared ? `${title} ${textOf(words, found.from, found.count)}` : title,
    ...(person && !isShared && { assignee: person }),
    ...(date && { due_date: date.value }),
    ...(priority && { priority: priority.value }),
    ...(named.length > 0 && { labels: labelsIn(named, labels) }),
    ...(isShared && {
      namesakes: {
        people: found.value,
        start: words[found.from]?.start ?? 0,
        end: words[found.from + found.count - 1]?.end ?? line.length,
      },
    }),
  };
}

/** A line whose whole text is the title. */
export const asPlainText = (line: string): ReadLine => ({ title: line.trim() });

/** Whether the line says more than a title. */
export const saysMore = (read: ReadLine): boolean => Object.keys(read).length > 1;

/** The values of a new task that a line says besides its title. */
export const valuesIn = ({ assignee, due_date, priority, labels }: ReadLine) => ({
  ...(assignee && { assignee_id: assignee.id }),
  ...(due_date && { due_date }),
  ...(priority && { priority }),
  ...(labels && { labels: labels.map(({ id }) => id) }),
});
