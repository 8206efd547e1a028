import { describe, expect, it } from "@jest/globals";
import type { Board } from "#contract/shapes/board.ts";
import type { TaskSummary } from "#contract/shapes/task.ts";
import { NEW_TASK } from "#contract/taskFields.ts";
import { ALL_TASKS, type Filters } from "#features/filters/listQuery.ts";
import { cardMatcher } from "./cardMatcher.ts";
import { type FilteredBoard, filterBoard } from "./filterBoard.ts";

const TODAY = "2026-11-25";

function task(id: string, more: Partial<TaskSummary> = {}): TaskSummary {
  return {
    ...NEW_TASK,
    id,
    title: `Task ${id}`,
    created_at: "2026-11-01T00:00:00.000Z",
    ...more,
  };
}

describe("a card", () => {
  const card = task("1", {
    title: "Check the invoices against the new VAT rates: cafe\u0301 İZMİR",
    priority: "High",
    assignee_id: "ada",
    team_id: "finance",
    due_date: TODAY,
  });

  it.each<[string, Partial<Filters>, boolean]>([
    ["by all words in any order", { search: "vat INVOICES" }, true],
    ["by composed letters, and the Turkish i", { search: "CAFÉ izmir" }, true],
    ["not by one of two words", { search: "vat plants" }, false],
    ["by a phrase in quotes", { search: '"new VAT"' }, true],
    ["not by a phrase in another order", { search: '"VAT new"' }, false],
    ["by one of several priorities", { priority: "Low,High" }, true],
    ["not by another priority", { priority: "Low" }, false],
    ["by one of several assignees", { assignee: "grace,ada" }, true],
    ["not among unassigned ones", { assignee: "none" }, false],
    ["by its team", { team: "finance" }, true],
    ["not by another team", { team: "sales" }, false],
    ["today", { due: "today" }, true],
    ["this week", { due: "week" }, true],
    ["not next week", { due: "next-week" }, false],
    ["not without a due date", { due: "none" }, false],
    ["on its day", { due: TODAY }, true],
    ["in a range that is open at one end", { due: `${TODAY}..` }, true],
    ["not as overdue on its day", { overdue: "true" }, false],
    ["not if one of several filters leaves it out", { priority: "High", team: "sales" }, false],
  ])("is found %s", (_name, filters, expected) => {
    expect(cardMatcher({ ...ALL_TASKS.filters, ...filters }, TODAY)(card)).toBe(expected);
  });

  it("is found as overdue from the day after its due date, and as unassigned or without a due date if it is", () => {
    const matches = (filters: Partial<Filters>, today: string, one: TaskSummary) =>
      cardMatcher({ ...ALL_TASKS.filters, ...filters }, today)(one);
    expect(matches({ overdue: "true" }, "2026-11-26", card)).toBe(true);
    expect(matches({ assignee: "none" }, TODAY, task("2"))).toBe(true);
    expect(matches({ due: "none" }, TODAY, task("2"))).toBe(true);
  });

  it("that is done matches no filter by due date, like in the list", () => {
    const done = { ...card, status: "Done" as const };
    for (const due of ["today", "week", TODAY]) {
      expect(cardMatcher({ ...ALL_TASKS.filters, due }, TODAY)(done)).toBe(false);
    }
  });
});

describe("a filtered board", () => {
  const filters: Filters = { ...ALL_TASKS.filters, priority: "High" };
  const board = (...Todo: TaskSummary[]): Board => ({ Todo, "In Progress": [], Done: [] });
  const show = (
    cards: Board,
    before: FilteredBoard | null = null,
    more: { filters?: Filters; landedId?: string } = {},
  ) => filterBoard({ board: cards, filters, today: TODAY, landedId: null, ...more }, before);
  const ids = ({ columns }: FilteredBoard) => columns.Todo.cards.map(({ id }) => id);
  const high = task("1", { priority: "High" });
  const other = task("2");

  it("keeps the order, and an unchanged column is the same object", () => {
    const first = show(board(high, other));
    expect(ids(first)).toEqual(["1"]);
    const second = show(board(high, { ...other, title: "Renamed" }), first);
    expect(second.columns.Todo).toBe(first.columns.Todo);
  });

  it("keeps a card that an edit takes out of the filters, marked, until the filters change", () => {
    const first = show(board(high, other));
    const edited = board({ ...high, priority: "Low" }, other);
    const second = show(edited, first);
    expect(ids(second)).toEqual(["1"]);
    expect([...second.columns.Todo.outdated]).toEqual(["1"]);
    expect(ids(show(edited, second, { filters: { ...filters } }))).toEqual([]);
  });

  it("unmarks a card that matches again, and adds a new one that matches", () => {
    const second = show(board({ ...high, priority: "Low" }), show(board(high)));
    const third = show(board(task("3", { priority: "High" }), high), second);
    expect(ids(third)).toEqual(["3", "1"]);
    expect(third.columns.Todo.outdated.size).toBe(0);
  });

  it("shows a card that the user has moved, even if it never matched", () => {
    const shown = show(board(high, other), null, { landedId: "2" });
    expect(ids(shown)).toEqual(["1", "2"]);
    expect([...shown.columns.Todo.outdated]).toEqual(["2"]);
  });
});
