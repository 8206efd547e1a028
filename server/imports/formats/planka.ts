import {
  byPosition,
  type Fields,
  firstText,
  flagIn,
  groupedBy,
  isFields,
  objectIn,
  objectsIn,
  textIn,
} from "#server/imports/fields.ts";
import {
  type Checklist,
  emptyTask,
  type ForeignTask,
  type Outline,
  type ReadFile,
} from "#server/imports/foreignTask.ts";

export const isPlanka = (file: Fields): boolean =>
  isFields(file["item"]) && Array.isArray(objectIn(file, "included")["cards"]);

const checklistOf = (name: string, tasks: readonly Fields[]): Checklist => ({
  name,
  items: tasks.toSorted(byPosition("position")).map((task) => ({
    text: textIn(task, "name"),
    isDone: flagIn(task, "isCompleted"),
  })),
});

/**
 * Returns a function that finds a card's checklists: several task lists since version 2, one list
 * before.
 */
function checklistFinder(included: Fields): (cardId: string) => Checklist[] {
  const lists = groupedBy(objectsIn(included, "taskLists").sort(byPosition("position")), "cardId");
  const tasks = objectsIn(included, "tasks");
  const ofList = groupedBy(tasks, "taskListId");
  const ofCard = groupedBy(tasks, "cardId");
  return (cardId) => [
    ...(lists.get(cardId) ?? []).map((list) =>
      checklistOf(textIn(list, "name"), ofList.get(textIn(list, "id")) ?? []),
    ),
    ...(ofCard.has(cardId) ? [checklistOf("Tasks", ofCard.get(cardId) ?? [])] : []),
  ];
}

/** The types of lists whose cards are closed. */
const CLOSED_TYPES = new Set(["closed", "archive", "trash"]);

const LIST_NAMES: Readonly<Record<string, string>> = { archive: "Archive", trash: "Trash" };

/** Reads a board as Planka's API responds to `GET /api/boards/{id}`. Planka has no export. */
export function readPlanka(file: Fields): ReadFile {
  const included = objectIn(file, "included");
  const lists = objectsIn(included, "lists").sort(byPosition("position"));
  const nameOf = (list: Fields) =>
    textIn(list, "name") || (LIST_NAMES[textIn(list, "type")] ?? "Without a name");
  const listNames = new Map(lists.map((list) => [textIn(list, "id"), nameOf(list)]));
  const labels = new Map(objectsIn(included, "labels").map((one) => [textIn(one, "id"), one]));
  const cardLabels = groupedBy(objectsIn(included, "cardLabels"), "cardId");
  const members = groupedBy(objectsIn(included, "cardMemberships"), "cardId");
  const attachments = groupedBy(objectsIn(included, "attachments"), "cardId");
  const checklistsOf = checklistFinder(included);
  const counts = new Map<string, number>();

  const taskOf = (card: Fields): ForeignTask => {
    const id = textIn(card, "id");
    const list = textIn(card, "listId");
    counts.set(list, (counts.get(list) ?? 0) + 1);
    const isDone = flagIn(card, "isDueDateCompleted") || flagIn(card, "isDueCompleted");
    return {
      ...emptyTask(),
      title: textIn(card, "name"),
      description: textIn(card, "description"),
      list,
      due: textIn(card, "dueDate") || null,
      created: textIn(card, "createdAt") || null,
      changed: textIn(card, "updatedAt") || null,
      people: (members.get(id) ?? []).map((member) => textIn(member, "userId")),
      labels: (cardLabels.get(id) ?? []).map((one) => {
        const label = labels.get(textIn(one, "labelId")) ?? {};
        return firstText(label, "name", "color");
      }),
      checklists: checklistsOf(id),
      extraValues: [
        ["Due date", isDone ? "marked as complete" : ""],
        ...(attachments.get(id) ?? []).map((one): [string, string] => [
          "Attachment",
          textIn(one, "name"),
        ]),
      ],
    };
  };

  const outlineList = (list: Fields): Outline["lists"][number] => {
    const key = textIn(list, "id");
    const open = { key, name: nameOf(list), count: counts.get(key) ?? 0 };
    return CLOSED_TYPES.has(textIn(list, "type")) ? { ...open, isDone: true } : open;
  };

  const items = objectsIn(included, "cards")
    .sort(byPosition("position"))
    .map((card) => {
      const task = taskOf(card);
      const list = listNames.get(task.list) ?? "";
      return { sourceId: textIn(card, "id"), title: task.title, list, data: JSON.stringify(task) };
    });
  return {
    items,
    outline: {
      source: "planka",
      columns: [],
      lists: lists.filter((list) => counts.has(textIn(list, "id"))).map(outlineList),
      people: objectsIn(included, "users").map((user) => ({
        key: textIn(user, "id"),
        name: firstText(user, "name", "username", "email"),
        email: textIn(user, "email") || null,
      })),
      dates: null,
      notes: ["Planka's data of a board contains no comments and no attached files."],
    },
  };
}
