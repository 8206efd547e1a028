import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import {
  afterFiltersEvent,
  type FiltersEvent,
  type FiltersState,
  filtersMachine,
  initialFilters,
} from "./filtersMachine.ts";
import { FIRST_PAGE, type ListQuery, NO_FILTERS, readAddress, sameQuery } from "./listQuery.ts";

// The same cases with every run, so that a failure is the last change's.
fc.configureGlobal({ seed: 20_261_121 });

const tea = readAddress("?search=tea&page=3");
const done = readAddress("?status=Done&page=2");

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
const atFirst = { ...settled, query: { ...tea, page: 1 } };

const asked = (address: string, entry: "push" | "replace") => {
  const query = readAddress(address);
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
const turn = (page: number): FiltersEvent => ({ type: "pageTurned", page });
const created: FiltersEvent = { type: "taskCreated" };
const counted = (totalPages: number): FiltersEvent => ({ type: "pagesCounted", totalPages });
const leave: FiltersEvent = { type: "listLeft" };
const userLeft: FiltersEvent = { type: "userLeft" };

/** Every phase × every event, and what becomes of it. */
const cases: [string, FiltersState, FiltersEvent, FiltersState][] = [
  ["opened", closed, open, asked("?status=Done&page=2", "replace")],
  ["typed into nothing", closed, type("x"), closed],
  ["no typing to pause", closed, paused, closed],
  ["chosen from nothing", closed, choose("Done"), closed],
  ["nothing to reset", closed, reset, closed],
  ["no page to turn", closed, turn(2), closed],
  ["created elsewhere", closed, created, { ...closed, query: { ...tea, page: 1 } }],
  ["created elsewhere, on page 1 already", initialFilters, created, initialFilters],
  ["a late count", closed, counted(1), closed],
  ["left already", closed, leave, closed],
  ["someone else's now", closed, userLeft, initialFilters],

  ["another address", settled, open, asked("?status=Done&page=2", "replace")],
  ["typed", settled, type("teapot"), { ...settled, phase: "typing", text: "teapot" }],
  ["typed a space", settled, type("tea "), { ...settled, text: "tea " }],
  ["typed away", settled, type(""), { ...settled, phase: "typing", text: "" }],
  ["typed too much", settled, type(tooLong), stuck],
  ["typed too much, and deleted it", stuck, type("tea"), settled],
  [
    "chosen with too much in the box",
    stuck,
    choose("Done"),
    { ...asked("?search=tea&status=Done", "push"), text: tooLong },
  ],
  ["reset with too much in the box", stuck, reset, asked("", "push")],
  [
    "page turned with too much in the box",
    stuck,
    turn(4),
    { ...stuck, query: { ...tea, page: 4 } },
  ],
  ["left with too much in the box", stuck, leave, closed],
  ["nothing typed", settled, paused, settled],
  ["chosen", settled, choose("Done"), asked("?search=tea&status=Done", "push")],
  ["chosen what was chosen", settled, choose(""), settled],
  ["chosen what is no status", settled, choose("Doing"), settled],
  ["reset", settled, reset, asked("", "push")],
  ["reset what is not set", asked("", "push"), reset, asked("", "push")],
  ["reset on page 2", asked("?page=2", "push"), reset, asked("", "push")],
  ["page turned", settled, turn(4), { ...settled, query: { ...tea, page: 4 } }],
  ["page turned to itself", settled, turn(3), settled],
  ["page turned before the first", atFirst, turn(0), atFirst],
  ["created", settled, created, { ...settled, query: { ...tea, page: 1 } }],
  ["created on page 1", atFirst, created, atFirst],
  ["beyond the last page", settled, counted(2), asked("?search=tea&page=2", "replace")],
  ["no page at all", settled, counted(0), asked("?search=tea", "replace")],
  ["within the pages", settled, counted(3), settled],
  ["left", settled, leave, closed],
  ["someone else's now, under this address", settled, userLeft, settled],

  ["Back while typing", typing, open, asked("?status=Done&page=2", "replace")],
  ["typed too much on", typing, type(tooLong), stuck],
  ["typed on", typing, type("teapots"), { ...typing, text: "teapots" }],
  ["typed back to what is asked for", typing, type("tea"), settled],
  ["paused", typing, paused, { ...asked("?search=teapot", "replace"), text: "teapot " }],
  ["chosen while typing", typing, choose("Done"), asked("?search=teapot&status=Done", "push")],
  ["chosen the same while typing", typing, choose(""), asked("?search=teapot", "push")],
  ["reset while typing", typing, reset, asked("", "push")],
  ["page turned while typing", typing, turn(4), typing],
  ["created while typing", typing, created, { ...typing, query: { ...tea, page: 1 } }],
  [
    "beyond the last page while typing",
    typing,
    counted(1),
    { ...typing, query: { ...tea, page: 1 }, entry: "replace" },
  ],
  ["left while typing", typing, leave, closed],
  ["someone else's now, while typing", typing, userLeft, typing],
];

describe("filters machine", () => {
  it.each(cases)("%s", (_name, before, event, after) => {
    expect(afterFiltersEvent(before, event)).toEqual(after);
  });

  it("has a case for every phase and event", () => {
    const seen = new Set(cases.map(([, before, { type }]) => `${before.phase} × ${type}`));
    for (const phase of Object.keys(filtersMachine.states)) {
      for (const event of Object.keys(filtersMachine.events)) {
        expect(seen).toContain(`${phase} × ${event}`);
      }
    }
  });
});

const anyQuery: fc.Arbitrary<ListQuery> = fc.record({
  filters: fc.record({
    ...Object.fromEntries(Object.keys(NO_FILTERS).map((name) => [name, fc.constant("")])),
    search: fc.constantFrom("", "a", "ab"),
    status: fc.constantFrom("", "Todo", "Done"),
  }) as unknown as fc.Arbitrary<ListQuery["filters"]>,
  page: fc.integer({ min: 1, max: 9 }),
});

const anyEvent: fc.Arbitrary<FiltersEvent> = fc.oneof(
  fc.record({ type: fc.constant("addressOpened" as const), query: anyQuery }),
  fc.constantFrom("", "a", "ab", " ab", "ab c", tooLong).map(type),
  fc.constant(paused),
  fc.constantFrom("", "Todo", "Done", "Nonsense").map(choose),
  fc.constant(reset),
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
          const { page, filters } = state.query;
          expect(page).toBeGreaterThanOrEqual(1);
          const sameFilters = sameQuery({ filters, page: 1 }, { ...before.query, page: 1 });
          if (!sameFilters && event.type !== "addressOpened") expect(page).toBe(1);
          if (event.type === "taskCreated") expect(page).toBe(1);
          if (event.type === "addressOpened") expect(state.query).toEqual(event.query);
          if (state.phase === "settled" && state.text.trim() !== tooLong) {
            expect(state.text.trim()).toBe(filters.search);
          }
          if (state.phase === "typing") expect(state.text.trim()).not.toBe(filters.search);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("a reset shows all tasks, from any state", () => {
    fc.assert(
      fc.property(fc.array(anyEvent), (events) => {
        const before = [open, ...events].reduce(afterFiltersEvent, initialFilters);
        const after = afterFiltersEvent(before, reset);
        if (before.phase !== "closed") expect(after.query).toEqual(FIRST_PAGE);
      }),
    );
  });
});
