import {
  type Fields,
  firstText,
  isFields,
  numberIn,
  objectIn,
  objectsIn,
  textIn,
} from "./fields.ts";
import { fileOf, itemOf } from "./fileOf.ts";
import { emptyTask, type ForeignTask, labelOf, type ReadFile } from "./foreignTask.ts";
import { notImported, sumOf } from "./notImported.ts";

/** The lists of the file in their order. The REST API lists pull requests as issues. */
const listsOf = () => [
  { key: "open", name: "Open issues" },
  { key: "pulls", name: "Pull requests" },
  { key: "closed", name: "Closed issues", isDone: true as const },
];

export const isGithub = (file: unknown): file is Fields[] =>
  Array.isArray(file) &&
  file.length > 0 &&
  file.every(
    (issue) =>
      isFields(issue) &&
      numberIn(issue, "number") > 0 &&
      /^(?:open|closed)$/i.test(textIn(issue, "state")) &&
      Array.isArray(issue["labels"]),
  );

/** The repository and number in the address of an issue's page. */
const PAGE = /^https:\/\/[^/]{1,200}\/([^/]{1,200}\/[^/]{1,200})\/(?:issues|pull)\/\d{1,10}$/;

/* The command writes `createdAt` where the REST API writes `created_at`. */
const dateIn = (fields: Fields, name: "created" | "updated" | "closed"): string | null =>
  firstText(fields, `${name}At`, `${name}_at`) || null;

function listOf(issue: Fields): string {
  if ("pull_request" in issue) return "pulls";
  return textIn(issue, "state").toLowerCase() === "open" ? "open" : "closed";
}

function taskOf(issue: Fields, address: string): ForeignTask {
  const reason = firstText(issue, "stateReason", "state_reason").toLowerCase();
  return {
    ...emptyTask(),
    title: textIn(issue, "title"),
    description: textIn(issue, "body"),
    list: listOf(issue),
    board: PAGE.exec(address)?.[1] ?? "",
    created: dateIn(issue, "created"),
    changed: dateIn(issue, "closed") ?? dateIn(issue, "updated"),
    people: objectsIn(issue, "assignees").map((person) => textIn(person, "login")),
    labels: objectsIn(issue, "labels").map((label) =>
      labelOf(textIn(label, "name"), textIn(label, "color")),
    ),
    comments: objectsIn(issue, "comments").map((comment) => ({
      author: textIn(objectIn(comment, "author"), "login"),
      at: dateIn(comment, "created"),
      text: textIn(comment, "body"),
    })),
    extraValues: [
      ["Issue", address || `#${textIn(issue, "number")}`],
      [
        "Author",
        firstText(objectIn(issue, "author"), "login") || textIn(objectIn(issue, "user"), "login"),
      ],
      ["Milestone", textIn(objectIn(issue, "milestone"), "title")],
      [
        "Closed as",
        reason === "not_planned" || reason === "duplicate" ? reason.replace("_", " ") : "",
      ],
    ],
  };
}

/** Reads the issues of a repository, as `gh issue list --json` or the REST API of GitHub writes them. */
export function readGithub(issues: Fields[]): ReadFile {
  const people = new Map<string, { key: string; name: string; email: null }>();
  const lists = listsOf();
  const items = issues.map((issue) => {
    for (const person of objectsIn(issue, "assignees")) {
      const key = textIn(person, "login");
      people.set(key, { key, name: firstText(person, "name", "login"), email: null });
    }
    // The REST API's `url` is that of its own response.
    const address = firstText(issue, "html_url", "url");
    const task = taskOf(issue, address);
    const name = lists.find(({ key }) => key === task.list)?.name ?? "";
    return itemOf(address || `${textIn(issue, "number")} ${task.created}`, name, task);
  });
  const counted = sumOf(issues, (issue) => numberIn(issue, "comments"));
  return fileOf(items, lists, {
    source: "github",
    people: [...people.values()],
    notes: notImported([counted, "comment", "`gh issue list` writes them"]),
  });
}
