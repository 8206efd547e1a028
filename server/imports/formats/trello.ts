import {
  byPosition,
  type Fields,
  firstText,
  flagIn,
  groupedBy,
  numberIn,
  objectIn,
  objectsIn,
  textIn,
  textsIn,
} from "./fields.ts";
import { fileOf, itemOf } from "./fileOf.ts";
import {
  emptyTask,
  type ForeignComment,
  type ForeignTask,
  labelOf,
  type ReadFile,
} from "./foreignTask.ts";
import { notImported, sumOf } from "./notImported.ts";

/** The key of the list that stands for archived cards and cards of archived lists. */
const ARCHIVED = "archived";

export const isTrello = (file: Fields): boolean =>
  Array.isArray(file["cards"]) && Array.isArray(file["lists"]);

/** The instant in a Trello id: its first eight hexadecimal digits count the seconds since 1970. */
function createdAt(id: string): string | null {
  if (!/^[0-9a-f]{24}$/.test(id)) return null;
  return new Date(Number.parseInt(id.slice(0, 8), 16) * 1000).toISOString();
}

const authorOf = (action: Fields): string => {
  const creator = objectIn(action, "memberCreator");
  return firstText(creator, "fullName", "username");
};

const commentOf = (action: Fields): ForeignComment => ({
  author: authorOf(action),
  at: textIn(action, "date") || null,
  text: textIn(objectIn(action, "data"), "text"),
});

/** The value of a custom field, as text. */
function customValue(item: Fields, field: Fields | undefined): string {
  const value = objectIn(item, "value");
  const plain = firstText(value, "text", "number", "date", "checked");
  if (plain) return plain;
  const option = objectsIn(field ?? {}, "options").find(({ id }) => id === textIn(item, "idValue"));
  return textIn(objectIn(option ?? {}, "value"), "text");
}

function extraValuesOf(card: Fields, fields: Map<string, Fields>): ForeignTask["extraValues"] {
  const custom = objectsIn(card, "customFieldItems").map((item): [string, string] => {
    const field = fields.get(textIn(item, "idCustomField"));
    return [textIn(field ?? {}, "name") || "Custom field", customValue(item, field)];
  });
  const attachments = objectsIn(card, "attachments").map((file): [string, string] => [
    "Attachment",
    [textIn(file, "name"), textIn(file, "url")].filter(Boolean).join(": "),
  ]);
  return [
    ["Start date", textIn(card, "start").slice(0, 10)],
    ...(flagIn(card, "dueComplete")
      ? [["Due date", "marked as complete"] as [string, string]]
      : []),
    ...custom,
    ...attachments,
    ["Trello", firstText(card, "shortUrl", "url")],
  ];
}

/** Reads a board that Trello exported as JSON. */
export function readTrello(file: Fields): ReadFile {
  const lists = objectsIn(file, "lists").sort(byPosition("pos"));
  const closedLists = new Map(lists.map((list) => [textIn(list, "id"), flagIn(list, "closed")]));
  const listNames = new Map(lists.map((list) => [textIn(list, "id"), textIn(list, "name")]));
  const checklists = groupedBy(objectsIn(file, "checklists").sort(byPosition("pos")), "idCard");
  const fields = new Map(objectsIn(file, "customFields").map((one) => [textIn(one, "id"), one]));
  const comments = Map.groupBy(
    objectsIn(file, "actions").filter((action) => textIn(action, "type") === "commentCard"),
    (action) => textIn(objectIn(objectIn(action, "data"), "card"), "id"),
  );

  const taskOf = (card: Fields): ForeignTask => {
    const id = textIn(card, "id");
    const idList = textIn(card, "idList");
    const isArchived = flagIn(card, "closed") || closedLists.get(idList) === true;
    const listName = listNames.get(idList) ?? "";
    return {
      ...emptyTask(),
      title: textIn(card, "name"),
      description: textIn(card, "desc"),
      list: isArchived ? ARCHIVED : idList,
      listName: ["List", isArchived ? `${listName} (archived)` : listName],
      board: textIn(file, "name"),
      due: textIn(card, "due") || null,
      created: createdAt(id),
      changed: textIn(card, "dateLastActivity") || null,
      people: textsIn(card, "idMembers"),
      labels: objectsIn(card, "labels").map((label) =>
        labelOf(firstText(label, "name", "color").replaceAll("_", " "), textIn(label, "color")),
      ),
      checklists: (checklists.get(id) ?? []).map((checklist) => ({
        name: textIn(checklist, "name"),
        items: objectsIn(checklist, "checkItems")
          .sort(byPosition("pos"))
          .map((item) => ({
            text: [textIn(item, "name"), textIn(item, "due").slice(0, 10)]
              .filter(Boolean)
              .join(" – "),
            isDone: textIn(item, "state") === "complete",
          })),
      })),
      comments: (comments.get(id) ?? []).map(commentOf),
      extraValues: extraValuesOf(card, fields),
    };
  };

  const items = objectsIn(file, "cards")
    .sort(byPosition("pos"))
    .map((card) => {
      const task = taskOf(card);
      const list = task.list === ARCHIVED ? "Archived cards" : (listNames.get(task.list) ?? "");
      return itemOf(textIn(card, "id"), list, task);
    });
  const outlineLists = [
    ...lists.map((list) => ({ key: textIn(list, "id"), name: textIn(list, "name") })),
    { key: ARCHIVED, name: "Archived cards", isDone: true as const },
  ];
  const people = objectsIn(file, "members").map((member) => ({
    key: textIn(member, "id"),
    name: firstText(member, "fullName", "username"),
    email: textIn(member, "email") || null,
  }));
  return fileOf(items, outlineLists, { source: "trello", people, notes: notesOf(file) });
}

/** Counts what the file lacks. The cards' badges count their comments, also older ones. */
function notesOf(file: Fields): string[] {
  const cards = objectsIn(file, "cards");
  const badge = (name: string) => sumOf(cards, (card) => numberIn(objectIn(card, "badges"), name));
  const comments = objectsIn(file, "actions").filter(
    (one) => textIn(one, "type") === "commentCard",
  );
  const attachments = sumOf(cards, (card) => objectsIn(card, "attachments").length);
  return notImported(
    [badge("comments") - comments.length, "comment", "Trello exports the last 1,000 actions only"],
    [attachments, "attached file", "the descriptions have their links"],
    [badge("votes"), "vote"],
  );
}
