import type { TaskPriority } from "#contract/task.ts";
import {
  byPosition,
  type Fields,
  firstText,
  flagIn,
  isFields,
  numberIn,
  objectIn,
  objectsIn,
  textIn,
} from "./fields.ts";
import { fileOf, itemOf } from "./fileOf.ts";
import {
  emptyTask,
  FileRefused,
  type ForeignTask,
  labelOf,
  type Outline,
  type ReadFile,
} from "./foreignTask.ts";
import { htmlToMarkdown } from "./htmlToMarkdown.ts";
import { notImported, sumOf } from "./notImported.ts";

/** The key of the list that stands for tasks that are done. */
const DONE = "done";

export const isVikunja = (file: unknown): file is Fields[] =>
  Array.isArray(file) &&
  file.length > 0 &&
  file.every(
    (project) => isFields(project) && Array.isArray(project["tasks"] ?? []) && "title" in project,
  );

/** Vikunja writes the year 1 for an absent date. */
const dateIn = (fields: Fields, name: string): string | null => {
  const date = textIn(fields, name);
  return date === "" || date.startsWith("0001-") ? null : date;
};

/** 0 is unset, 1 low, 2 medium; 3 to 5 are high, urgent and "do now". */
function priorityOf(priority: number): TaskPriority | null {
  if (priority <= 0) return null;
  if (priority === 1) return "Low";
  return priority === 2 ? "Medium" : "High";
}

const nameOf = (person: Fields): string => firstText(person, "name", "username");

/** The relations to other tasks, such as `subtask`, with the titles of those. */
const relationsOf = (task: Fields): [string, string][] => {
  const related = objectIn(task, "related_tasks");
  return Object.keys(related).flatMap((kind) =>
    objectsIn(related, kind).map((other): [string, string] => [kind, textIn(other, "title")]),
  );
};

interface Place {
  /** The key of the list. */
  list: string;
  bucket: string;
  project: string;
}

function taskOf(task: Fields, { list, bucket, project }: Place): ForeignTask {
  const percent = numberIn(task, "percent_done");
  const priority = numberIn(task, "priority");
  const repeats = numberIn(task, "repeat_after");
  return {
    ...emptyTask(),
    title: textIn(task, "title"),
    description: htmlToMarkdown(textIn(task, "description")),
    list,
    listName: ["Bucket", bucket],
    board: project,
    priority: priorityOf(priority),
    due: dateIn(task, "due_date"),
    created: dateIn(task, "created"),
    changed: dateIn(task, "done_at") ?? dateIn(task, "updated"),
    people: objectsIn(task, "assignees").map((person) => textIn(person, "id")),
    labels: objectsIn(task, "labels").map((label) =>
      labelOf(textIn(label, "title"), textIn(label, "hex_color")),
    ),
    comments: objectsIn(task, "comments").map((comment) => ({
      author: nameOf(objectIn(comment, "author")),
      at: dateIn(comment, "created"),
      text: htmlToMarkdown(textIn(comment, "comment")),
    })),
    extraValues: [
      ["Priority", priority > 3 ? String(priority) : ""],
      ["Start date", dateIn(task, "start_date")?.slice(0, 10) ?? ""],
      ["End date", dateIn(task, "end_date")?.slice(0, 10) ?? ""],
      ["Progress", percent > 0 ? `${Math.round(percent * 100)}%` : ""],
      ["Repeats", repeats > 0 ? `every ${Math.round(repeats / 3600)} hours` : ""],
      ...objectsIn(task, "attachments").map((one): [string, string] => [
        "Attachment",
        textIn(objectIn(one, "file"), "name"),
      ]),
      ...relationsOf(task),
    ],
  };
}

/** The buckets of a project, and the bucket of each task, which newer versions list separately. */
function bucketsOf(project: Fields) {
  const buckets = objectsIn(project, "buckets").sort(byPosition("position"));
  const ofTask = new Map(
    objectsIn(project, "task_buckets").map((one) => [
      textIn(one, "task_id"),
      textIn(one, "bucket_id"),
    ]),
  );
  const names = new Map(buckets.map((bucket) => [textIn(bucket, "id"), textIn(bucket, "title")]));
  return (task: Fields): string | undefined =>
    names.get(ofTask.get(textIn(task, "id")) ?? textIn(task, "bucket_id"));
}

function notesOf(projects: readonly Fields[]): string[] {
  const tasks = projects.flatMap((project) => objectsIn(project, "tasks"));
  const all = (...names: string[]) =>
    sumOf(names, (name) => sumOf(tasks, (task) => objectsIn(task, name).length));
  const comments = tasks.flatMap((task) => objectsIn(task, "comments"));
  const unsigned = comments.filter((comment) => nameOf(objectIn(comment, "author")) === "");
  return [
    ...(unsigned.length > 0
      ? [`Comments without an author's name, which Vikunja doesn't export: ${unsigned.length}.`]
      : []),
    ...notImported(
      [all("attachments"), "attached file", "the descriptions have their names"],
      [all("reminders"), "reminder"],
    ),
    "Saved filters of Vikunja are not imported.",
  ];
}

/** Reads the file `data.json` of Vikunja's export: all projects of a user. */
export function readVikunja(projects: Fields[]): ReadFile {
  if (projects.some((project) => "lists" in project || "projects" in project)) {
    throw new FileRefused(
      "The file was written by Vikunja before 0.21: update Vikunja, and export it again",
    );
  }
  const names = new Map<string, string>();
  const people = new Map<string, Outline["people"][number]>();
  const items = projects.flatMap((project) => {
    const title = textIn(project, "title");
    const bucketOf = bucketsOf(project);
    return objectsIn(project, "tasks")
      .sort(byPosition("position"))
      .map((task) => {
        const bucket = bucketOf(task) ?? "";
        const name = flagIn(task, "done") ? "Done tasks" : bucket || title;
        const list = flagIn(task, "done") ? DONE : name;
        names.set(list, names.get(list) ?? name);
        for (const person of objectsIn(task, "assignees")) {
          const key = textIn(person, "id");
          people.set(key, { key, name: nameOf(person), email: textIn(person, "email") || null });
        }
        // Tasks of two Vikunja servers may have equal ids.
        const sourceId = `${textIn(task, "id")} ${textIn(task, "created")}`;
        return itemOf(sourceId, name, taskOf(task, { list, bucket, project: title }));
      });
  });
  const lists = Array.from(names, ([key, name]) => ({
    key,
    name,
    ...(key === DONE && { isDone: true as const }),
  })).sort((one, other) => Number(one.key === DONE) - Number(other.key === DONE));
  const notes = notesOf(projects);
  return fileOf(items, lists, { source: "vikunja", people: [...people.values()], notes });
}
