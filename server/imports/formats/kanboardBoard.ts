import { type Fields, firstText, numberIn, objectsIn, textIn } from "./fields.ts";
import { fileOf, itemOf } from "./fileOf.ts";
import { emptyTask, type ForeignTask, labelOf, type ReadFile } from "./foreignTask.ts";
import { notImported, sumOf } from "./notImported.ts";

/** The key of the list that stands for closed tasks. */
const CLOSED = "closed";

export const isKanboardBoard = (file: Fields): boolean =>
  "jsonrpc" in file &&
  objectsIn(file, "result").some((swimlane) => Array.isArray(swimlane["columns"]));

/** Kanboard has seconds since 1970, as numbers or texts, and 0 for none. */
function instantIn(task: Fields, name: string): string | null {
  const seconds = Number(textIn(task, name));
  return seconds > 0 && seconds < 1e11 ? new Date(seconds * 1000).toISOString() : null;
}

/** Numbers of the database are texts in some versions. */
const countIn = (task: Fields, name: string): number =>
  numberIn(task, name) || Number(textIn(task, name)) || 0;

const personOf = (task: Fields) => ({
  key: textIn(task, "assignee_username"),
  name: firstText(task, "assignee_name", "assignee_username"),
  email: textIn(task, "assignee_email") || null,
});

function taskOf(task: Fields, column: string): ForeignTask {
  const isOpen = countIn(task, "is_active") === 1;
  const person = textIn(task, "assignee_username");
  const hours = (name: string) => (countIn(task, name) > 0 ? `${countIn(task, name)} h` : "");
  return {
    ...emptyTask(),
    title: textIn(task, "title"),
    description: textIn(task, "description"),
    list: isOpen ? column : CLOSED,
    listName: ["Column", column],
    board: textIn(task, "project_name"),
    due: instantIn(task, "date_due"),
    created: instantIn(task, "date_creation"),
    changed: instantIn(task, "date_completed") ?? instantIn(task, "date_modification"),
    people: person ? [person] : [],
    labels: [
      ...objectsIn(task, "tags").map((tag) =>
        labelOf(textIn(tag, "name"), textIn(tag, "color_id")),
      ),
      labelOf(textIn(task, "category_name"), textIn(task, "category_color_id")),
    ],
    extraValues: [
      ["Task Id", textIn(task, "id")],
      ["Reference", textIn(task, "reference")],
      ["Swimlane", textIn(task, "swimlane_name")],
      ["Priority", countIn(task, "priority") > 0 ? textIn(task, "priority") : ""],
      ["Complexity", countIn(task, "score") > 0 ? textIn(task, "score") : ""],
      ["Start date", instantIn(task, "date_started")?.slice(0, 10) ?? ""],
      ["Time estimated", hours("time_estimated")],
      ["Time spent", hours("time_spent")],
    ],
  };
}

/** Reads a project as Kanboard's API responds to `getBoard`. */
export function readKanboardBoard(file: Fields): ReadFile {
  const columns = objectsIn(file, "result").flatMap((swimlane) => objectsIn(swimlane, "columns"));
  const read = columns.flatMap((column) =>
    objectsIn(column, "tasks").map((task) => ({ task, column: textIn(column, "title") })),
  );
  const tasks = read.map(({ task }) => task);
  const all = (name: string) => sumOf(tasks, (task) => countIn(task, name));
  const items = read.map(({ task, column }) => {
    const foreign = taskOf(task, column);
    // Tasks of two Kanboard servers may have equal ids.
    return itemOf(`${textIn(task, "id")} ${foreign.created}`, column, foreign);
  });
  const titles = new Set(columns.map((column) => textIn(column, "title")));
  titles.delete(CLOSED);
  const lists = [
    ...Array.from(titles, (key) => ({ key, name: key || "Without a column" })),
    { key: CLOSED, name: "Closed tasks", isDone: true as const },
  ];
  const people = new Map(tasks.map((task) => [textIn(task, "assignee_username"), personOf(task)]));
  people.delete("");
  return fileOf(items, lists, {
    source: "kanboard",
    people: [...people.values()],
    notes: notImported(
      [all("nb_comments"), "comment"],
      [all("nb_subtasks"), "subtask"],
      [all("nb_files"), "attached file"],
      [all("nb_links") + all("nb_external_links"), "link"],
    ),
  });
}
