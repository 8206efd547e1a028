import { SEARCH_MAX } from "#contract/task.ts";
import { characterCount, storableText } from "#contract/text.ts";
import { type Machine, run, type StepTable } from "#lib/machine.ts";
import {
  cleanFilter,
  FIRST_PAGE,
  type FilterName,
  type Filters,
  type ListQuery,
  NO_FILTERS,
  sameQuery,
} from "./listQuery.ts";

/** How the address takes a query over: as a new step for Back, or in place of the present one. */
export type Entry = "push" | "replace";

/** What is asked for, what stands in the search box, and how the address is to follow. */
interface Open {
  query: ListQuery;
  text: string;
  entry: Entry;
}

/**
 * `closed`: no list is on the screen; the last query is kept for the way back. `settled`: the list
 * shows what is asked for. `typing`: the search box is ahead of the query until typing pauses. A
 * text that is too long to be searched for stays in the box, and the query as it was.
 */
export type FiltersState =
  | { phase: "closed"; query: ListQuery }
  | ({ phase: "settled" } & Open)
  | ({ phase: "typing" } & Open);

export type FiltersPhase = FiltersState["phase"];

export type FiltersEvent =
  /** The list was opened, or Back, Forward or a link led to another query. */
  | { type: "addressOpened"; query: ListQuery }
  | { type: "searchTyped"; text: string }
  | { type: "typingPaused" }
  | { type: "filterChosen"; name: Exclude<FilterName, "search">; value: string }
  | { type: "filtersReset" }
  | { type: "pageTurned"; page: number }
  | { type: "taskCreated" }
  /** The server has counted the pages of the present query. */
  | { type: "pagesCounted"; totalPages: number }
  | { type: "listLeft" }
  /** Someone else is signed in, or nobody. */
  | { type: "userLeft" };

export type FiltersEventType = FiltersEvent["type"];

type In<P extends FiltersPhase> = Extract<FiltersState, { phase: P }>;
type On<E extends FiltersEventType> = Extract<FiltersEvent, { type: E }>;

type OpenState = In<"settled"> | In<"typing">;

const isTooLong = (text: string): boolean => characterCount(storableText(text)) > SEARCH_MAX;

/** Asks for something else; the search box then says what is asked for, unless it never was. */
function ask(state: OpenState, query: ListQuery, entry: Entry): FiltersState {
  const text = isTooLong(state.text) ? state.text : query.filters.search;
  if (!sameQuery(state.query, query)) return { phase: "settled", query, text, entry };
  return state.phase === "settled" && state.text === text
    ? state
    : { ...state, phase: "settled", text };
}

/** What was typed counts, wherever the next click lands. */
const typed = ({ query, text }: OpenState): Filters =>
  isTooLong(text) ? query.filters : { ...query.filters, search: cleanFilter("search", text) };

/** Any change of a filter goes back to page 1 (§9). */
const filtered = (filters: Filters): ListQuery => ({ filters, page: 1 });

function open(query: ListQuery): FiltersState {
  // An address that says the same in other words is put right where it stands.
  return { phase: "settled", query, text: query.filters.search, entry: "replace" };
}

function type(state: OpenState, { text }: On<"searchTyped">): FiltersState {
  const ahead = typed({ ...state, text }).search !== state.query.filters.search;
  return { ...state, phase: ahead ? "typing" : "settled", text };
}

function choose(state: OpenState, { name, value }: On<"filterChosen">): FiltersState {
  const query = filtered({ ...typed(state), [name]: cleanFilter(name, value) });
  const changed = !sameQuery(query, filtered(state.query.filters));
  return ask(state, changed ? query : state.query, "push");
}

const reset = (state: OpenState): FiltersState =>
  ask(isTooLong(state.text) ? { ...state, text: "" } : state, filtered(NO_FILTERS), "push");

/** The query alone changes; what is being typed goes on. */
function turnTo<S extends OpenState>(state: S, page: number, entry: Entry): S {
  return page === state.query.page ? state : { ...state, query: { ...state.query, page }, entry };
}

/** A page beyond the last one shows the last one. */
const count = <S extends OpenState>(state: S, { totalPages }: On<"pagesCounted">): S =>
  state.query.page > totalPages ? turnTo(state, Math.max(1, totalPages), "replace") : state;

const firstPage = <S extends OpenState>(state: S): S => turnTo(state, 1, "push");

const leave = ({ query }: OpenState): FiltersState => ({ phase: "closed", query });

export const initialFilters: FiltersState = { phase: "closed", query: FIRST_PAGE };

/** Phase × event. An event that a phase does not list changes nothing. */
const filtersTable: StepTable<FiltersState, FiltersEvent> = {
  closed: {
    addressOpened: { to: ["settled"], next: (_closed, { query }) => open(query) },
    taskCreated: {
      to: ["closed"],
      next: (state) =>
        state.query.page === 1 ? state : { ...state, query: { ...state.query, page: 1 } },
    },
    // Another person's session must not inherit what was searched.
    userLeft: { to: ["closed"], next: () => initialFilters },
  },
  settled: {
    addressOpened: { to: ["settled"], next: (_settled, { query }) => open(query) },
    searchTyped: { to: ["typing", "settled"], next: type },
    filterChosen: { to: ["settled"], next: choose },
    filtersReset: { to: ["settled"], next: reset },
    pageTurned: {
      to: ["settled"],
      next: (state, { page }) => turnTo(state, Math.max(1, page), "push"),
    },
    taskCreated: { to: ["settled"], next: firstPage },
    pagesCounted: { to: ["settled"], next: count },
    listLeft: { to: ["closed"], next: leave },
  },
  typing: {
    addressOpened: { to: ["settled"], next: (_typing, { query }) => open(query) },
    searchTyped: { to: ["typing", "settled"], next: type },
    typingPaused: {
      to: ["settled"],
      next: ({ query, text }) => ({
        phase: "settled",
        query: filtered(typed({ phase: "typing", query, text, entry: "replace" })),
        // The box keeps the space before the next word.
        text,
        entry: "replace",
      }),
    },
    filterChosen: { to: ["settled"], next: choose },
    filtersReset: { to: ["settled"], next: reset },
    taskCreated: { to: ["typing"], next: firstPage },
    pagesCounted: { to: ["typing"], next: count },
    listLeft: { to: ["closed"], next: leave },
  },
};

/** The whole machine, as docs/machines.md and the reports of illegal events need it. */
export const filtersMachine: Machine<FiltersPhase, FiltersEventType> = {
  name: "The list's filters",
  about:
    "What the task list asks for, and what stands in its search box. The query is here and in the " +
    "address: what is typed replaces the history entry, a filter or a page makes a new one.",
  file: "src/features/filters/filtersMachine.ts",
  initial: { closed: "" },
  states: {
    closed: "No list is on the screen; the last query is kept for the way back.",
    settled: "The list shows what is asked for.",
    typing: "The search box is ahead of the query.",
  },
  events: {
    addressOpened: "the list opened, or Back, Forward or a link led to another query",
    searchTyped: "a key in the search box",
    typingPaused: "300 ms without a key",
    filterChosen: "a filter was set or cleared",
    filtersReset: "all filters were cleared",
    pageTurned: "another page was asked for",
    taskCreated: "a task was created, which stands on page 1",
    pagesCounted: "the server has counted the pages of the present query",
    listLeft: "the list left the screen",
    userLeft: "someone else is signed in, or nobody",
  },
  table: filtersTable,
  ignored: {
    // An answer, or the pause, came after the list was left.
    closed: ["typingPaused", "pagesCounted"],
    // The key before the pause led back to what is asked for, or a click was faster than the pause.
    settled: ["typingPaused", "userLeft"],
    // A page of results that are about to be replaced.
    typing: ["pageTurned", "userLeft"],
  },
};

/** The filters after `event`. */
export const afterFiltersEvent = (state: FiltersState, event: FiltersEvent): FiltersState =>
  run(filtersTable, state, event) ?? state;
