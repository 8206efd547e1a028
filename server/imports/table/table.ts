import { createHash } from "node:crypto";
import { type ColumnRole, IMPORT_COLUMNS_MAX, IMPORT_NAMES_MAX } from "#contract/imports.ts";
import { EMAIL_HEADING, originalCell } from "#server/http/csv.ts";
import {
  emptyTask,
  FileRefused,
  type ForeignTask,
  type Outline,
  type ReadFile,
} from "#server/imports/formats/foreignTask.ts";
import { withoutWeekday } from "#server/imports/words/dates.ts";
import { isEnglish, isWordOf } from "#server/imports/words/findWords.ts";
import { isYes, labelsIn, namesIn, priorityOf, valueIn } from "./cells.ts";
import { proposedRoles, sourceOf } from "./columnRoles.ts";
import { parseTable, preambleRows } from "./csv.ts";

/** The part of these lines that the note about them has. */
const PREAMBLE_SHOWN = 200;
const SAMPLES = 3;
const SAMPLE_MAX = 80;
/** The key of the list that stands for closed tasks of Kanboard. */
const CLOSED = "closed";

/** Puts the value of a cell into a task. */
function fill(
  task: ForeignTask,
  { name, role }: { name: string; role: ColumnRole },
  value: string,
  isOwn: boolean,
) {
  switch (role) {
    case "title":
    case "description":
    case "board":
      task[role] = value;
      break;
    case "due":
    case "created":
      task[role] = value;
      task.dateNames = { ...task.dateNames, [role]: name };
      break;
    case "list":
      if (task.list !== CLOSED) task.list = value;
      task.listName = [name, value];
      break;
    case "done":
      if (isYes(value)) task.list = CLOSED;
      if (!isWordOf("yes", value) && !isWordOf("no", value)) task.extraValues.push([name, value]);
      break;
    case "priority":
      task.priority = priorityOf(value);
      if (!task.priority) task.extraValues.push([name, value]);
      break;
    case "assignee":
      task.people = namesIn(value);
      break;
    case "labels":
      task.labels.push(...labelsIn(value, isOwn));
      break;
    case "keep":
      task.extraValues.push([name, value]);
      break;
    case "ignore":
      break;
  }
}

/** The columns of Todoist's export. Its titles end with labels: `Mend nets @sea @deck`. */
const TODOIST = ["TYPE", "CONTENT", "INDENT"];

/** Moves the labels at the end of Todoist's title to the labels. */
function takeLabels(task: ForeignTask): void {
  const words = task.title.split(" ");
  const last = words.findLastIndex((word) => !/^@\S/.test(word));
  if (last < 0) return;
  task.labels.push(...words.slice(last + 1).map((word) => word.slice(1)));
  task.title = words.slice(0, last + 1).join(" ");
}

/** The task in a row of a table whose columns have these roles. */
export function taskInRow(
  { columns }: Pick<Outline, "columns">,
  cells: readonly string[],
): ForeignTask {
  const task = emptyTask();
  const names = new Set(columns.map(({ name }) => name));
  const isOwn = names.has(EMAIL_HEADING);
  for (const [index, column] of columns.entries()) {
    const value = valueIn(cells[index], column.role);
    if (value !== "") fill(task, column, value, isOwn);
  }
  if (TODOIST.every((name) => names.has(name))) takeLabels(task);
  return task;
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Collects the lists and people of a table's rows. */
export function outlineCollector(outline: Pick<Outline, "columns">) {
  const lists = new Map<string, Outline["lists"][number]>();
  const people = new Map<string, Outline["people"][number]>();
  const hasDone = outline.columns.some(({ role }) => role === "done");
  let isCut = false;
  return {
    add(cells: readonly string[]): ForeignTask {
      const task = taskInRow(outline, cells);
      const isDone = task.list === CLOSED && hasDone;
      const name = isDone ? "Closed tasks" : task.list || "Without a list";
      const list = lists.get(task.list) ?? {
        key: task.list,
        name,
        count: 0,
        ...(isDone && { isDone }),
      };
      list.count += 1;
      if (lists.has(task.list) || lists.size < IMPORT_NAMES_MAX) lists.set(task.list, list);
      else isCut = true;
      for (const key of task.people) {
        if (people.size >= IMPORT_NAMES_MAX) isCut = true;
        else people.set(key, { key, name: key, email: EMAIL.test(key) ? key : null });
      }
      return task;
    },
    finish: () => ({
      lists: [...lists.values()].sort(
        (one, other) => Number(one.isDone ?? 0) - Number(other.isDone ?? 0),
      ),
      people: [...people.values()],
      isCut,
    }),
  };
}

/**
 * A first number over 12 is a day, a second one is not. If neither decides, a table in English has
 * the American order.
 */
function dateOrderOf(names: readonly string[], values: readonly string[]): Outline["dates"] {
  const dates = values.flatMap((value) => {
    const [, first, second] =
      /^(\d{1,2})[/-](\d{1,2})[/-]\d{2,4}/.exec(withoutWeekday(value)) ?? [];
    return first && second ? [[Number(first), Number(second)] as const] : [];
  });
  if (dates.length === 0) return null;
  if (dates.some(([first]) => first > 12)) return "dmy";
  return dates.some(([, second]) => second > 12) || isEnglish(names) ? "mdy" : "dmy";
}

function notesOf(
  rows: readonly string[][],
  { columns, source }: Pick<Outline, "columns" | "source">,
) {
  const notes: string[] = [];
  if (source === "kanboard") {
    const lost = columns.some(({ role }) => role === "description")
      ? ["comments, subtasks and attached files", ""]
      : [
          "descriptions, comments, subtasks and attached files",
          " The response to getBoard of Kanboard's API has the descriptions: import that instead.",
        ];
    notes.push(`Kanboard's table has no ${lost[0]}. Tasks without them: ${rows.length}.${lost[1]}`);
  }
  if (rows.some(({ length }) => length > columns.length)) {
    notes.push("Some rows have more cells than the first row. These cells are not imported.");
  }
  return notes;
}

/** Reads a table. Its first row, or the first one below a preamble, has the names of its columns. */
export function readTable(text: string): ReadFile {
  const notes: string[] = [];
  const all = parseTable(text, notes);
  const above = preambleRows(all);
  const [header = [], ...cells] = all.slice(above);
  // Our own export has apostrophes that its texts don't have.
  const isOwn = header.includes(EMAIL_HEADING);
  const rows = isOwn ? cells.map((row) => row.map(originalCell)) : cells;
  if (rows.length === 0) throw new FileRefused("The table has no rows below its first row");
  if (header.length > IMPORT_COLUMNS_MAX) {
    throw new FileRefused(`The table has more than ${IMPORT_COLUMNS_MAX} columns`);
  }
  const names = header.map(
    (name, index) => name.trim().slice(0, SAMPLE_MAX) || `Column ${index + 1}`,
  );
  const source = sourceOf(names);
  const read = names.map((name, index) => ({
    name,
    values: rows.map((row) => valueIn(row[index])),
  }));
  const roles = proposedRoles(source, read);
  const columns = read.map(({ name, values }, index) => ({
    name,
    role: roles[index] ?? ("keep" satisfies ColumnRole),
    samples: values
      .filter(Boolean)
      .slice(0, SAMPLES)
      .map((value) => value.slice(0, SAMPLE_MAX)),
  }));
  const collector = outlineCollector({ columns });
  const seen = new Map<string, number>();
  const items = rows.map((cells) => {
    const task = collector.add(cells);
    const data = JSON.stringify(cells);
    const hash = createHash("sha256").update(data).digest("hex");
    // Equal rows are different tasks, so a counter tells them apart. A second import of the file
    // finds the same tasks.
    const nth = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, nth);
    return { sourceId: `${hash} ${nth}`, title: task.title, list: task.listName?.[1] ?? "", data };
  });
  const { lists, people, isCut } = collector.finish();
  const dates = read.flatMap(({ values }, index) =>
    roles[index] === "due" || roles[index] === "created" ? values : [],
  );
  const preamble = all
    .slice(0, above)
    .map((row) => row.filter(Boolean).join(" "))
    .join(" / ")
    .slice(0, PREAMBLE_SHOWN);
  return {
    items,
    outline: {
      source,
      columns,
      lists,
      people,
      dates: dateOrderOf(names, dates),
      notes: [
        ...notes,
        ...(above > 0 ? [`Lines above the names of the columns were left out: ${preamble}`] : []),
        ...notesOf(rows, { columns, source }),
        ...(isCut
          ? [
              `There are more than ${IMPORT_NAMES_MAX} lists or people; the rest keep their proposals.`,
            ]
          : []),
      ],
    },
  };
}
