import { isBlank, withShortMarkRuns } from "#contract/characters.ts";
import { COMMENT_MAX } from "#contract/comment.ts";
import type { DateOrder, ImportSource, ListTarget } from "#contract/imports.ts";
import {
  DEFAULT_PRIORITY,
  type TaskPriority,
  type TaskStatus,
  TITLE_MAX,
  TITLE_MIN,
} from "#contract/task.ts";
import { characterCount } from "#contract/text.ts";
import { NAME_MAX } from "#contract/user.ts";
import type { ForeignTask, NamedValue } from "./formats/foreignTask.ts";
import { descriptionOf, firstCharacters, oneLine, splitText } from "./formats/markdown.ts";
import { type PlannedLabel, plannedLabels } from "./plannedLabels.ts";
import { dayOf, instantOf } from "./words/dates.ts";
import { plainWords } from "./words/findWords.ts";

/** How a file's lists, people and dates are mapped, and the time of the import. */
export interface PlanContext {
  source: ImportSource;
  targetOf: (list: string) => ListTarget;
  person: (key: string) => { name: string; userId: string | null };
  /** Whether the server has a label with this key, or may have one more. */
  hasRoomFor: (labelKey: string) => boolean;
  dates: DateOrder;
  timeZone: string;
  now: Date;
}

interface PlannedComment {
  /** Null: the user who imports. */
  author: string | null;
  comment: string;
  created_at: string;
}

/** A task as it will be inserted. */
export interface PlannedTask {
  title: string;
  description: string;
  status: TaskStatus;
  priority: TaskPriority;
  due_date: string | null;
  assignee_id: string | null;
  labels: PlannedLabel[];
  created_at: string;
  changed_at: string | null;
  comments: PlannedComment[];
}

interface Plan {
  /** Null if the row is refused or skipped; the remarks say why. */
  task: PlannedTask | null;
  /** The row's list is not to be imported. */
  isSkipped?: boolean;
  remarks: string[];
}

/** The maximum number of comments that hold the rest of one description. */
const REST_COMMENTS_MAX = 20;
const UNKNOWN_AUTHOR = "Unknown";

/** Every control character except tab and line feed. */
const CONTROL = /[^\P{Cc}\t\n]/gu;

/** A text as Taskdeck accepts it, with `\n` as line ends. */
const accepted = (text: string): string =>
  withShortMarkRuns(text.toWellFormed().replaceAll(/\r\n?/g, "\n").replaceAll(CONTROL, "")).trim();

/** The task without forbidden characters. Adds a remark for each loss. */
function cleaned(task: ForeignTask, remarks: string[]): ForeignTask {
  let isChanged = false;
  const clean = (text: string): string => {
    const result = accepted(text);
    isChanged ||= result.length < text.replaceAll(/\r\n?/g, "\n").trim().length;
    return result;
  };
  const cleanPair = ([name, value]: NamedValue): NamedValue => [clean(name), clean(value)];
  const result: ForeignTask = {
    ...task,
    title: clean(task.title),
    due: task.due && clean(task.due),
    created: task.created && clean(task.created),
    description: clean(task.description),
    labels: task.labels
      .map((label) => {
        const { name, color } = typeof label === "string" ? { name: label } : label;
        return { name: oneLine(clean(name)), ...(color && { color }) };
      })
      .filter(({ name }) => name !== ""),
    checklists: task.checklists.map(({ name, items }) => ({
      name: clean(name),
      items: items.map(({ text, isDone }) => ({ text: clean(text), isDone })),
    })),
    comments: task.comments.map((comment) => ({
      ...comment,
      author: oneLine(clean(comment.author)),
      text: clean(comment.text),
    })),
    ...(task.listName && { listName: cleanPair(task.listName) }),
    board: clean(task.board ?? ""),
    extraValues: task.extraValues.map(cleanPair),
  };
  if (isChanged) remarks.push("Control characters were removed");
  return result;
}

/** A title within the limits, and what the description keeps of a longer one. */
function titleOf(whole: string, remarks: string[]): { title: string; rest: string } {
  const title = oneLine(whole);
  const length = characterCount(firstCharacters(title, TITLE_MAX + 1));
  if (length > TITLE_MAX) {
    remarks.push(`The title is longer than ${TITLE_MAX} characters; the description has all of it`);
    return { title: `${firstCharacters(title, TITLE_MAX - 1)}…`, rest: title };
  }
  if (length < TITLE_MIN) {
    remarks.push(`The title is shorter than ${TITLE_MIN} characters, so "(task)" was added`);
    return { title: `${title} (task)`, rest: "" };
  }
  return { title, rest: "" };
}

/** The comments, split where they are too long. */
function plannedComments(
  task: ForeignTask,
  created: string,
  context: PlanContext,
  remarks: string[],
) {
  let isSplit = false;
  const comments = task.comments.flatMap(({ author, at, text }): PlannedComment[] => {
    if (isBlank(text)) return [];
    const parts: string[] = [];
    for (let left = text; left !== ""; ) {
      const part = firstCharacters(left, COMMENT_MAX);
      parts.push(part.trim());
      left = left.slice(part.length).trimStart();
    }
    isSplit ||= parts.length > 1;
    const created_at = instantOf(at, context.dates, context) ?? created;
    const name = firstCharacters(author, NAME_MAX) || UNKNOWN_AUTHOR;
    return parts
      .filter((part) => !isBlank(part))
      .map((comment, index) => ({
        author: name,
        comment,
        // Comments of one instant would have no order.
        created_at: new Date(Date.parse(created_at) + index).toISOString(),
      }));
  });
  if (isSplit) remarks.push(`Comments longer than ${COMMENT_MAX} characters were split`);
  return comments;
}

/** The assignee: the first person with a user. The description keeps the names of the others. */
function assigneeOf(task: ForeignTask, { person }: PlanContext) {
  const people = task.people.map((key) => person(key));
  const chosen = people.find(({ userId }) => userId !== null);
  const others = people.filter((one) => one !== chosen).map(({ name }) => oneLine(name));
  return { assignee_id: chosen?.userId ?? null, others: others.join(", ") };
}

/** The name of a list, unless it only repeats the status that its tasks get. */
const lostListName = ({ listName }: ForeignTask, status: TaskStatus): NamedValue[] => {
  const letters = (text: string) => plainWords(text).replaceAll(" ", "");
  return listName && letters(listName[1]) !== letters(status) ? [listName] : [];
};

/** The dates of a task, and those that the description keeps because they are not understood. */
function datesOf(task: ForeignTask, context: PlanContext, remarks: string[]) {
  const { dates, timeZone, now } = context;
  const due = task.due ? dayOf(task.due, dates, timeZone) : null;
  const created = instantOf(task.created, dates, context);
  const unknown: NamedValue[] = [];
  if (task.due && !due) {
    remarks.push("The due date was not understood; the description has it");
    unknown.push([task.dateNames?.due ?? "Due date", task.due]);
  }
  if (task.created && !created) {
    remarks.push("The creation date was not understood; the description has it");
    unknown.push([task.dateNames?.created ?? "Creation date", task.created]);
  }
  return { due, created: created ?? now.toISOString(), unknown };
}

/**
 * Plans the import of a row: the task with its comments, or a refusal. A pure function, which dry
 * runs call too.
 */
export function planTask(foreign: ForeignTask, context: PlanContext): Plan {
  const remarks = [...foreign.remarks];
  const refuse = (why: string): Plan => ({ task: null, remarks: [...remarks, why] });
  const target = context.targetOf(foreign.list);
  if (target === "skip")
    return { ...refuse("Tasks of this list are not to be imported"), isSkipped: true };
  const task = cleaned(foreign, remarks);
  if (isBlank(task.title)) return refuse("The title is missing");

  const { dates, now, source } = context;
  const { due: due_date, created: created_at, unknown } = datesOf(task, context, remarks);
  const { assignee_id, others } = assigneeOf(task, context);
  if (others && assignee_id === null) {
    remarks.push(`Nobody is assigned. Without an account: ${firstCharacters(others, NAME_MAX)}`);
  }
  const { labels, left } = plannedLabels(task.labels, context.hasRoomFor, remarks);
  const { title, rest: wholeTitle } = titleOf(task.title, remarks);
  const extraValues: NamedValue[] = [
    ...lostListName(task, target),
    ["Title", wholeTitle],
    ["People", others],
    ["Labels", left.join(", ")],
    ...unknown,
    ...task.extraValues,
  ];
  const { description, rest } = splitText(descriptionOf(task, source, extraValues));
  if (rest.length > REST_COMMENTS_MAX) {
    return refuse(`The description does not fit into ${REST_COMMENTS_MAX} comments`);
  }
  if (rest.length > 0) {
    const part = rest.length === 1 ? "a comment" : `${rest.length} comments`;
    remarks.push(`The description is too long; the rest is in ${part}`);
  }
  const rests = rest.map((comment, index): PlannedComment => {
    const at = new Date(now.getTime() + index).toISOString();
    return { author: null, comment, created_at: at };
  });
  return {
    remarks,
    task: {
      title,
      description,
      status: target,
      priority: task.priority ?? DEFAULT_PRIORITY,
      due_date,
      assignee_id,
      labels,
      created_at,
      changed_at: instantOf(task.changed, dates, context),
      comments: [...plannedComments(task, created_at, context, remarks), ...rests],
    },
  };
}
