import {
  byPosition,
  type Fields,
  firstText,
  flagIn,
  groupedBy,
  isFields,
  numberIn,
  objectIn,
  objectsIn,
  textIn,
} from "./fields.ts";
import { fileOf, itemOf } from "./fileOf.ts";
import {
  type Checklist,
  emptyTask,
  FileRefused,
  type ForeignTask,
  labelOf,
  type NamedValue,
  type Outline,
  type ReadFile,
} from "./foreignTask.ts";
import { notImported, sumOf } from "./notImported.ts";

export const isPlanka = (file: Fields): boolean =>
  isFields(file["item"]) && Array.isArray(objectIn(file, "included")["cards"]);

const minutesOf = (stopwatch: Fields): string => {
  const seconds = numberIn(stopwatch, "total");
  return seconds > 0 ? `${Math.round(seconds / 60)} minutes` : "";
};

const peopleOf = (included: Fields): Outline["people"] =>
  objectsIn(included, "users").map((user) => ({
    key: textIn(user, "id"),
    name: firstText(user, "name", "username", "email"),
    email: textIn(user, "email") || null,
  }));

/** Returns a function that finds a card's checklists. */
function checklistFinder(included: Fields, people: Outline["people"]) {
  const lists = groupedBy(objectsIn(included, "taskLists").sort(byPosition("position")), "cardId");
  const tasks = groupedBy(objectsIn(included, "tasks").sort(byPosition("position")), "taskListId");
  const itemOf = (task: Fields) => {
    const person = people.find(({ key }) => key === textIn(task, "assigneeUserId"));
    const text = textIn(task, "name");
    return {
      text: person ? `${text} – ${person.name}` : text,
      isDone: flagIn(task, "isCompleted"),
    };
  };
  return (cardId: string): Checklist[] =>
    (lists.get(cardId) ?? []).map((list) => ({
      name: textIn(list, "name"),
      items: (tasks.get(textIn(list, "id")) ?? []).map(itemOf),
    }));
}

/** Returns a function that finds the values of a card's custom fields. */
function customValueFinder(included: Fields) {
  const named = (name: string) =>
    new Map(objectsIn(included, name).map((one) => [textIn(one, "id"), textIn(one, "name")]));
  const fields = named("customFields");
  const groups = named("customFieldGroups");
  const values = groupedBy(objectsIn(included, "customFieldValues"), "cardId");
  return (cardId: string): NamedValue[] =>
    (values.get(cardId) ?? []).map((value) => {
      // The response has no names of fields that a project shares among its boards.
      const name =
        fields.get(textIn(value, "customFieldId")) ||
        groups.get(textIn(value, "customFieldGroupId")) ||
        "Custom field";
      return [name, textIn(value, "content")];
    });
}

const attachmentOf = (file: Fields): NamedValue => [
  "Attachment",
  [textIn(file, "name"), textIn(objectIn(file, "data"), "url")].filter(Boolean).join(": "),
];

function notesOf(included: Fields): string[] {
  const cards = objectsIn(included, "cards");
  const comments = sumOf(cards, (card) => numberIn(card, "commentsTotal"));
  const attachments = objectsIn(included, "attachments").length;
  return [
    ...notImported(
      [comments, "comment", "Planka's response has none"],
      [attachments, "attached file", "the descriptions have their names and links"],
    ),
    "Planka's response has no cards of its archive and trash.",
  ];
}

/** Reads a board as Planka's API responds to `GET /api/boards/{id}`. Planka has no export. */
export function readPlanka(file: Fields): ReadFile {
  const included = objectIn(file, "included");
  if (!Array.isArray(included["taskLists"])) {
    throw new FileRefused(
      "The file was written by Planka before 2: update Planka, and save it again",
    );
  }
  const people = peopleOf(included);
  const lists = objectsIn(included, "lists").sort(byPosition("position"));
  const listNames = new Map(lists.map((list) => [textIn(list, "id"), textIn(list, "name")]));
  const labels = new Map(objectsIn(included, "labels").map((one) => [textIn(one, "id"), one]));
  const cardLabels = groupedBy(objectsIn(included, "cardLabels"), "cardId");
  const members = groupedBy(objectsIn(included, "cardMemberships"), "cardId");
  const attachments = groupedBy(objectsIn(included, "attachments"), "cardId");
  const checklistsOf = checklistFinder(included, people);
  const customValuesOf = customValueFinder(included);
  const [project = {}] = objectsIn(included, "projects");

  const taskOf = (card: Fields): ForeignTask => {
    const id = textIn(card, "id");
    const list = textIn(card, "listId");
    return {
      ...emptyTask(),
      title: textIn(card, "name"),
      description: textIn(card, "description"),
      list,
      listName: ["List", listNames.get(list) ?? ""],
      board: textIn(objectIn(file, "item"), "name"),
      due: textIn(card, "dueDate") || null,
      created: textIn(card, "createdAt") || null,
      changed: textIn(card, "updatedAt") || null,
      people: (members.get(id) ?? []).map((member) => textIn(member, "userId")),
      labels: (cardLabels.get(id) ?? []).map((one) => {
        const label = labels.get(textIn(one, "labelId")) ?? {};
        return labelOf(firstText(label, "name", "color"), textIn(label, "color"));
      }),
      checklists: checklistsOf(id),
      extraValues: [
        ["Project", textIn(project, "name")],
        ["Due date", flagIn(card, "isDueCompleted") ? "marked as complete" : ""],
        ["Stopwatch", minutesOf(objectIn(card, "stopwatch"))],
        ...customValuesOf(id),
        ...(attachments.get(id) ?? []).map(attachmentOf),
      ],
    };
  };

  const items = objectsIn(included, "cards")
    .sort(byPosition("position"))
    .map((card) => {
      const task = taskOf(card);
      return itemOf(textIn(card, "id"), listNames.get(task.list) ?? "", task);
    });
  const outlineLists = Array.from(lists, (list) => ({
    key: textIn(list, "id"),
    name: textIn(list, "name") || "Without a name",
    ...(textIn(list, "type") === "closed" && { isDone: true as const }),
  }));
  return fileOf(items, outlineLists, { source: "planka", people, notes: notesOf(included) });
}
