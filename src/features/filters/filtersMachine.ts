import { SEARCH_MAX } from "#contract/task.ts";
import { characterCount, storableText } from "#contract/text.ts";
import { type Machine, type StepTable, transition } from "#lib/machine.ts";
import {
  cleanFilter,
  cleanSort,
  FIRST_PAGE,
  type FilterName,
  type Filters,
  type ListQuery,
  NO_FILTERS,
  sameQuery,
} from "./listQuery.ts";

/** How a query enters the browser's history: as a new entry, or in place of the current one. */
export type HistoryMode = "push" | "replace";

/** The query, the text in the search box, and whether the query pushes or replaces a history entry. */
interface Open {
  query: ListQuery;
  text: string;
  entry: HistoryMode;
}

/**
 * `closed`: no list is shown, and the last query is kept for the way back. `settled`: the list shows
 * the query. `typing`: the search box is ahead of the query until typing pauses. A text that is too
 * long to search for stays in the box and doesn't change the query.
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
  | { type: "sortChosen"; sort: string }
  | { type: "pageTurned"; page: number }
  | { type: "taskCreated" }
  /** The server has counted the pages of the current query. */
  | { type: "pagesCounted"; totalPages: number }
  | { type: "listLeft" }
  /** The user has signed out, or another user has signed in. */
  | { type: "userLeft" };

export type FiltersEventType = FiltersEvent["type"];

type In<P extends FiltersPhase> = Extract<FiltersState, { phase: P }>;
type On<E extends FiltersEventType> = Extract<FiltersEvent, { type: E }>;

type OpenState = In<"settled"> | In<"typing">;

const isTooLong = (text: string): boolean => characterCount(storableText(text)) > SEARCH_MAX;

/** Changes the query. The search box then shows the query's text, unless its own is too long. */
function setQuery(state: OpenState, query: ListQuery, entry: HistoryMode): FiltersState {
  const text = isTooLong(state.text) ? state.text : query.filters.search;
  if (!sameQuery(state.query, query)) return { phase: "settled", query, text, entry };
  return state.phase === "settled" && state.text === text
    ? state
    : { ...state, phase: "settled", text };
}

/** The filters with the text in the search box, even before typing pauses. */
const withTyped = ({ query, text }: OpenState): Filters =>
  isTooLong(text) ? query.filters : { ...query.filters, search: cleanFilter("search", text) };

/** The filters, with a text in the search box that is not part of the query yet. */
export const filtersAsTyped = (state: FiltersState): Filters =>
  state.phase === "closed" ? state.query.filters : withTyped(state);

/** A change of the filters goes back to page 1 (§9), and keeps the chosen order. */
const onFirstPage = (filters: Filters, sort: ListQuery["sort"]): ListQuery => ({
  filters,
  sort: cleanSort(sort, filters),
  page: 1,
});

function open(query: ListQuery): FiltersState {
  // "replace", because an address may be rewritten to its standard form.
  return { phase: "settled", query, text: query.filters.search, entry: "replace" };
}

function typeText(state: OpenState, { text }: On<"searchTyped">): FiltersState {
  const ahead = withTyped({ ...state, text }).search !== state.query.filters.search;
  return { ...state, phase: ahead ? "typing" : "settled", text };
}

/** No task is overdue and due later, so each of these filters replaces the other. */
const replaced = (name: FilterName): Partial<Filters> =>
  name === "due" ? { overdue: "" } : name === "overdue" ? { due: "" } : {};

function choose(state: OpenState, { name, value }: On<"filterChosen">): FiltersState {
  const chosen = cleanFilter(name, value);
  const filters = { ...withTyped(state), ...(chosen && replaced(name)), [name]: chosen };
  return setNarrowed(state, onFirstPage(filters, state.query.sort));
}

/** Goes to another query's first page. The same query keeps its page. */
function setNarrowed(state: OpenState, query: ListQuery): FiltersState {
  const changed = !sameQuery(query, { ...state.query, page: 1 });
  return setQuery(state, changed ? query : state.query, "push");
}

const sortBy = (state: OpenState, { sort }: On<"sortChosen">): FiltersState => {
  const filters = withTyped(state);
  return setNarrowed(state, onFirstPage(filters, cleanSort(sort, filters)));
};

const reset = (state: OpenState): FiltersState =>
  setQuery(
    isTooLong(state.text) ? { ...state, text: "" } : state,
    onFirstPage(NO_FILTERS, state.query.sort),
    "push",
  );

/** Changes the page, and keeps the text that is being typed. */
function turnToPage<S extends OpenState>(state: S, page: number, entry: HistoryMode): S {
  return page === state.query.page ? state : { ...state, query: { ...state.query, page }, entry };
}

/** A page beyond the last one shows the last one. */
const clampPage = <S extends OpenState>(state: S, { totalPages }: On<"pagesCounted">): S =>
  state.query.page > totalPages ? turnToPage(state, Math.max(1, totalPages), "replace") : state;

const toFirstPage = <S extends OpenState>(state: S): S => turnToPage(state, 1, "push");

const leave = ({ query }: OpenState): FiltersState => ({ phase: "closed", query });

export const initialFilters: FiltersState = { phase: "closed", query: FIRST_PAGE };

/** The next state by phase and event. An event that a phase does not list changes nothing. */
const filtersTable: StepTable<FiltersState, FiltersEvent> = {
  closed: {
    addressOpened: { to: ["settled"], next: (_closed, { query }) => open(query) },
    taskCreated: {
      to: ["closed"],
      next: (state) =>
        state.query.page === 1 ? state : { ...state, query: { ...state.query, page: 1 } },
    },
    // Another user's session must not inherit the search.
    userLeft: { to: ["closed"], next: () => initialFilters },
  },
  settled: {
    addressOpened: { to: ["settled"], next: (_settled, { query }) => open(query) },
    searchTyped: { to: ["typing", "settled"], next: typeText },
    filterChosen: { to: ["settled"], next: choose },
    filtersReset: { to: ["settled"], next: reset },
    sortChosen: { to: ["settled"], next: sortBy },
    pageTurned: {
      to: ["settled"],
      next: (state, { page }) => turnToPage(state, Math.max(1, page), "push"),
    },
    taskCreated: { to: ["settled"], next: toFirstPage },
    pagesCounted: { to: ["settled"], next: clampPage },
    listLeft: { to: ["closed"], next: leave },
  },
  typing: {
    addressOpened: { to: ["settled"], next: (_typing, { query }) => open(query) },
    searchTyped: { to: ["typing", "settled"], next: typeText },
    typingPaused: {
      to: ["settled"],
      next: ({ query, text }) => ({
        phase: "settled",
        query: onFirstPage(
          withTyped({ phase: "typing", query, text, entry: "replace" }),
          query.sort,
        ),
        // The box keeps a trailing space, which the query drops.
        text,
        entry: "replace",
      }),
    },
    filterChosen: { to: ["settled"], next: choose },
    filtersReset: { to: ["settled"], next: reset },
    sortChosen: { to: ["settled"], next: sortBy },
    taskCreated: { to: ["typing"], next: toFirstPage },
    pagesCounted: { to: ["typing"], next: clampPage },
    listLeft: { to: ["closed"], next: leave },
  },
};

/** The machine's description, for docs/machines.md and for reports of illegal events. */
export const filtersMachine: Machine<FiltersPhase, FiltersEventType> = {
  name: "Filters",
  about:
    "The query of the task list, and the text in its search box. The address holds the query too: " +
    "typing replaces the history entry, a filter or a page adds one. The board has a second one, " +
    "for its own filters.",
  file: "src/features/filters/filtersMachine.ts",
  initial: { closed: "" },
  states: {
    closed: "No list is shown. The last query is kept for the way back.",
    settled: "The list shows the query.",
    typing: "The search box is ahead of the query.",
  },
  events: {
    addressOpened: "the list opened, or Back, Forward or a link led to another query",
    searchTyped: "a key in the search box",
    typingPaused: "300 ms without a key",
    filterChosen: "a filter was set or cleared",
    filtersReset: "all filters were cleared",
    sortChosen: "another order was chosen",
    pageTurned: "another page was chosen",
    taskCreated: "a task was created, which is on page 1",
    pagesCounted: "the server has counted the pages of the current query",
    listLeft: "the list was left",
    userLeft: "the user has signed out, or another user has signed in",
  },
  table: filtersTable,
  ignored: {
    // A response, or the pause, came after the list was left.
    closed: ["typingPaused", "pagesCounted"],
    // The last key led back to the query, or a click was faster than the pause.
    settled: ["typingPaused", "userLeft"],
    // The page belongs to results that are about to be replaced.
    typing: ["pageTurned", "userLeft"],
  },
};

/** The filters after `event`. */
export const afterFiltersEvent = (state: FiltersState, event: FiltersEvent): FiltersState =>
  transition(filtersTable, state, event) ?? state;
