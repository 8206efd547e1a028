import { createHash } from "node:crypto";
import { CsvError, parse } from "csv-parse/sync";
import {
  type ColumnRole,
  IMPORT_COLUMNS_MAX,
  IMPORT_NAMES_MAX,
  IMPORT_ROWS_MAX,
  type ImportSource,
} from "#contract/imports.ts";
import type { TaskPriority } from "#contract/task.ts";
import {
  emptyTask,
  FileRefused,
  type ForeignTask,
  type Outline,
  type ReadFile,
} from "#server/imports/foreignTask.ts";
import { proposedRoles, sourceOf } from "./columnRoles.ts";

const DELIMITERS = [",", ";", "\t", "|"] as const;
const SAMPLES = 3;
const SAMPLE_MAX = 80;
/** The key of the list that stands for closed tasks of Kanboard. */
const CLOSED = "closed";

/** The delimiter that the first line contains most often outside quotes. */
export function delimiterOf(text: string): string {
  const counts = new Map<string, number>(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  for (const character of text.slice(0, 64 * 1024)) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === "\n" || character === "\r")) break;
    else if (!isQuoted && counts.has(character)) {
      counts.set(character, (counts.get(character) ?? 0) + 1);
    }
  }
  const [best = [","]] = [...counts].sort(([, one], [, other]) => other - one);
  return best[0];
}

/** The rows of a table whose cells are quoted as in RFC 4180. Throws {@link FileRefused}. */
export function parseTable(text: string): string[][] {
  try {
    return parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      to: IMPORT_ROWS_MAX + 2,
      max_record_size: 1024 * 1024,
    });
  } catch (failure) {
    if (!(failure instanceof CsvError)) throw failure;
    throw new FileRefused(`The table could not be read: see line ${String(failure["lines"])}`);
  }
}

const PRIORITIES: readonly [RegExp, TaskPriority][] = [
  [/^(?:high|highest|urgent|critical|blocker|hoch|p[01])$/i, "High"],
  [/^(?:medium|normal|mittel|default|p2)$/i, "Medium"],
  [/^(?:low|lowest|minor|niedrig|none|p[34])$/i, "Low"],
];

/** The names in a cell such as `Ada, Bob` or `Ada;Bob`. */
const namesIn = (cell: string): string[] =>
  cell
    .split(/[,;]/)
    .map((name) => name.trim())
    .filter(Boolean);

const isClosed = (
  source: ImportSource,
  columns: readonly { name: string }[],
  cells: readonly string[],
) =>
  source === "kanboard" &&
  cells[columns.findIndex(({ name }) => name.trim().toLowerCase() === "status")] === "Closed";

/** The task in a row of a table whose columns have these roles. */
export function taskInRow(
  { source, columns }: Pick<Outline, "source" | "columns">,
  cells: readonly string[],
): ForeignTask {
  const task = emptyTask();
  for (const [index, { name, role }] of columns.entries()) {
    const value = (cells[index] ?? "").trim();
    if (value === "" && role !== "list") continue;
    switch (role) {
      case "title":
      case "description":
      case "due":
      case "created":
        task[role] = value;
        break;
      case "list":
        task.list = value;
        break;
      case "priority":
        task.priority = PRIORITIES.find(([pattern]) => pattern.test(value))?.[1] ?? null;
        if (!task.priority) task.extraValues.push([name, value]);
        break;
      case "assignee":
        task.people = namesIn(value);
        break;
      case "labels":
        task.labels = namesIn(value);
        break;
      case "keep":
        task.extraValues.push([name, value]);
        break;
      case "ignore":
        break;
    }
  }
  if (isClosed(source, columns, cells)) {
    if (task.list) task.extraValues.unshift(["Column", task.list]);
    task.list = CLOSED;
  }
  return task;
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Collects the lists and people of a table's rows. */
export function outlineCollector(outline: Pick<Outline, "source" | "columns">) {
  const lists = new Map<string, Outline["lists"][number]>();
  const people = new Map<string, Outline["people"][number]>();
  let isCut = false;
  return {
    add(cells: readonly string[]): ForeignTask {
      const task = taskInRow(outline, cells);
      const isDone = outline.source === "kanboard" && task.list === CLOSED;
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

/** A first number over 12 is a day. Without one, the American order is assumed. */
const dateOrderOf = (values: readonly string[]): Outline["dates"] => {
  const slashed = values.flatMap((value) => /^(\d{1,2})\/\d{1,2}\/\d{2,4}/.exec(value)?.[1] ?? []);
  if (slashed.length === 0) return null;
  return slashed.some((first) => Number(first) > 12) ? "dmy" : "mdy";
};

/** Reads a table whose first row has the names of its columns. */
export function readTable(text: string): ReadFile {
  const [header = [], ...rows] = parseTable(text);
  if (rows.length === 0) throw new FileRefused("The table has no rows below its first row");
  if (header.length > IMPORT_COLUMNS_MAX) {
    throw new FileRefused(`The table has more than ${IMPORT_COLUMNS_MAX} columns`);
  }
  const names = header.map(
    (name, index) => name.trim().slice(0, SAMPLE_MAX) || `Column ${index + 1}`,
  );
  const source = sourceOf(names);
  const roles = proposedRoles(source, names);
  const columns = names.map((name, index) => ({
    name,
    role: roles[index] ?? ("keep" satisfies ColumnRole),
    samples: rows
      .map((row) => (row[index] ?? "").trim().slice(0, SAMPLE_MAX))
      .filter(Boolean)
      .slice(0, SAMPLES),
  }));
  const collector = outlineCollector({ source, columns });
  const seen = new Map<string, number>();
  const items = rows.map((cells) => {
    const task = collector.add(cells);
    const data = JSON.stringify(cells);
    const hash = createHash("sha256").update(data).digest("hex");
    // Equal rows are different tasks, so a counter tells them apart. A second import of the file
    // finds the same tasks.
    const nth = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, nth);
    return { sourceId: `${hash} ${nth}`, title: task.title, list: task.list, data };
  });
  const due = columns.findIndex(({ role }) => role === "due");
  const { lists, people, isCut } = collector.finish();
  return {
    items,
    outline: {
      source,
      columns,
      lists,
      people,
      dates: dateOrderOf(rows.map((row) => row[due] ?? "")),
      notes: [
        ...(rows.some((row) => row.length > header.length)
          ? ["Some rows have more cells than the first row. These cells are not imported."]
          : []),
        ...(isCut
          ? [
              `There are more than ${IMPORT_NAMES_MAX} lists or people; the rest keep their proposals.`,
            ]
          : []),
      ],
    },
  };
}
