import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { ALL_TASKS, type ListQuery, TASK_VIEW } from "#features/filters/listQuery.ts";
import {
  type FiltersEvent as AnyEvent,
  type FiltersState as AnyState,
  closedFilters,
  filtersReducer,
} from "./filtersMachine.ts";
import { readView, sameView } from "./view.ts";

// With a fixed seed, every run has the same cases.
fc.configureGlobal({ seed: 20_261_121 });

type FiltersState = AnyState<ListQuery>;
type FiltersEvent = AnyEvent<ListQuery>;

const afterFiltersEvent = filtersReducer(TASK_VIEW);
const initialFilters = closedFilters(TASK_VIEW);

const tea = readView(TASK_VIEW, "?search=tea&page=3");
const done = readView(TASK_VIEW, "?status=Done&page=2");

const closed = { phase: "closed", query: tea } as const satisfies FiltersState;
const settled = {
  phase: "settled",
  query: tea,
  text: "tea",
  entry: "push",
} as const satisfies FiltersState;
const typing = {
  phase: "typing",
  query: tea,
  text: "teapot ",
  entry: "push",
} as const satisfies FiltersState;
const tooLong = "x".repeat(201);
const stuck = { ...settled, text: tooLong } as const satisfies FiltersState;

const asked = (address: string, entry: "push" | "replace") => {
  const query = readView(TASK_VIEW, address);
  return {
    phase: "settled",
    query,
    text: query.filters.search,
    entry,
  } as const satisfies FiltersState;
};

const open: FiltersEvent = { type: "addressOpened", query: done };
const type = (text: string): FiltersEvent => ({ type: "searchTyped", text });
const paused: FiltersEvent = { type: "typingPaused" };
const choose = (value: string): FiltersEvent => ({ type: "filterChosen", name: "status", value });
const reset: FiltersEvent = { type: "filtersReset" };
const sort = (order: string): FiltersEvent => ({ type: "sortChosen", sort: order });
const turn = (page: number): FiltersEvent => ({ type: "pageTurned", page });
const created: FiltersEvent = { type: "taskCreated" };
const counted = (totalPages: number): FiltersEvent => ({ type: "pagesCounted", totalPages });
const leave: FiltersEvent = { type: "listLeft" };
const userLeft: FiltersEvent = { type: "userLeft" };

/**
 * Events with the state before and after them. src/app/devtools/machines.test.ts shows which events change
 * nothing.
 */
const cases: [string, FiltersState, FiltersEvent, FiltersState][] = [
  ["opens with the filters of the address", closed, open, asked("?status=Done&page=2", "replace")],
  ["a task created on another screen", closed, created, { ...closed, query: { ...tea, page: 1 } }],
  ["the user signs out", closed, userLeft, initialFilters],

  ["another address", settled, open, asked("?status=Done&page=2", "replace")],
  ["typing", settled, type("teapot"), { ...settled, phase: "typing", text: "teapot" }],
  ["typing a space", settled, type("tea "), { ...settled, text: "tea " }],
  ["deleting the text", settled, type(""), { ...settled, phase: "typing", text: "" }],
  ["typing a text that is too long", settled, type(tooLong), stuck],
  ["shortening a text that is too long", stuck, type("tea"), settled],
  [
    "a filter, with a text that is too long",
    stuck,
    choose("Done"),
    { ...asked("?search=tea&status=Done", "push"), text: tooLong },
  ],
  ["a reset, with a text that is too long", stuck, reset, asked("", "push")],
  [
    "another page, with a text that is too long",
    stuck,
    turn(4),
    { ...stuck, query: { ...tea, page: 4 } },
  ],
  ["leaving the list, with a text that is too long", stuck, leave, closed],
  ["a filter", settled, choose("Done"), asked("?search=tea&status=Done", "push")],
  ["the same filter again", settled, choose(""), settled],
  ["an invalid filter value", settled, choose("Doing"), settled],
  ["a reset", settled, reset, asked("", "push")],
  ["an order", settled, sort("-due"), asked("?search=tea&sort=-due", "push")],
  ["the usual order again", settled, sort("-created"), settled],
  ["an invalid order", settled, sort("colour"), settled],
  [
    "a filter in a sorted list",
    asked("?sort=title", "push"),
    choose("Done"),
    asked("?status=Done&sort=title", "push"),
  ],
  [
    "a reset keeps the order",
    asked("?status=Done&sort=title", "push"),
    reset,
    asked("?sort=title", "push"),
  ],
  ["another page", settled, turn(4), { ...settled, query: { ...tea, page: 4 } }],
  ["a new task", settled, created, { ...settled, query: { ...tea, page: 1 } }],
  ["a page beyond the last one", settled, counted(2), asked("?search=tea&page=2", "replace")],
  ["no pages", settled, counted(0), asked("?search=tea", "replace")],
  ["leaving the list", settled, leave, closed],

  ["Back while typing", typing, open, asked("?status=Done&page=2", "replace")],
  ["typing until the text is too long", typing, type(tooLong), stuck],
  ["more typing", typing, type("teapots"), { ...typing, text: "teapots" }],
  ["typing back to the text of the query", typing, type("tea"), settled],
  ["a pause", typing, paused, { ...asked("?search=teapot", "replace"), text: "teapot " }],
  ["a filter while typing", typing, choose("Done"), asked("?search=teapot&status=Done", "push")],
  ["an order while typing", typing, sort("title"), asked("?search=teapot&sort=title", "push")],
  [
    "a page beyond the last one while typing",
    typing,
    counted(1),
    { ...typing, query: { ...tea, page: 1 }, entry: "replace" },
  ],
];

describe("filters machine", () => {
  it("replaces overdue by a due date, and the other way round", () => {
    const overdue = asked("?overdue=true", "push");
    const week = asked("?due=week", "push");
    const chooseDue: FiltersEvent = { type: "filterChosen", name: "due", value: "week" };
    const chooseOverdue: FiltersEvent = { type: "filterChosen", name: "overdue", value: "true" };
    expect(afterFiltersEvent(overdue, chooseDue)).toEqual(week);
    expect(afterFiltersEvent(week, chooseOverdue)).toEqual(overdue);
    expect(afterFiltersEvent(overdue, { ...chooseDue, value: "" })).toEqual(overdue);
  });

  it.each(cases)("%s", (_name, before, event, after) => {
    expect(afterFiltersEvent(before, event)).toEqual(after);
  });
});

const anyQuery: fc.Arbitrary<ListQuery> = fc.record({
  filters: fc.record({
    ...Object.fromEntries(Object.keys(ALL_TASKS.filters).map((name) => [name, fc.constant("")])),
    search: fc.constantFrom("", "a", "ab"),
    status: fc.constantFrom("", "Todo", "Done"),
  }) as unknown as fc.Arbitrary<ListQuery["filters"]>,
  sort: fc.constantFrom("", "title", "-due"),
  page: fc.integer({ min: 1, max: 9 }),
});

const anyEvent: fc.Arbitrary<FiltersEvent> = fc.oneof(
  fc.record({ type: fc.constant("addressOpened" as const), query: anyQuery }),
  fc.constantFrom("", "a", "ab", " ab", "ab c", tooLong).map(type),
  fc.constant(paused),
  fc.constantFrom("", "Todo", "Done", "Nonsense").map(choose),
  fc.constant(reset),
  fc.constantFrom("title", "-due", "-created", "colour").map(sort),
  fc.integer({ min: -1, max: 9 }).map(turn),
  fc.constant(created),
  fc.integer({ min: 0, max: 9 }).map(counted),
  fc.constant(leave),
);

describe("filters machine with random events", () => {
  it("every filter change returns to page 1, and the search box never lags behind the query", () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
        let state: FiltersState = initialFilters;
        for (const event of events) {
          const before: FiltersState = state;
          state = afterFiltersEvent(before, event);
          const { page, filters, sort } = state.query;
          expect(page).toBeGreaterThanOrEqual(1);
          const sameFilters = sameView({ filters, sort, page: 1 }, { ...before.query, page: 1 });
          if (!sameFilters && event.type !== "addressOpened") expect(page).toBe(1);
          if (event.type === "taskCreated") expect(page).toBe(1);
          if (event.type === "addressOpened") expect(state.query).toEqual(event.query);
          if (state.phase === "settled" && state.text.trim() !== tooLong) {
            expect(state.text.trim()).toBe(filters.search);
          }
          if (state.phase === "typing") expect(state.text.trim()).not.toBe(filters.search);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("a reset shows all tasks, from any state", () => {
    fc.assert(
      fc.property(fc.array(anyEvent), (events) => {
        const before = [open, ...events].reduce(afterFiltersEvent, initialFilters);
        const after = afterFiltersEvent(before, reset);
        const { sort } = before.query;
        if (before.phase !== "closed") expect(after.query).toEqual({ ...ALL_TASKS, sort });
      }),
    );
  });
});
