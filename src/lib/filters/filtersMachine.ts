import { SEARCH_MAX } from "#contract/task.ts";
import { characterCount, storableText } from "#contract/text.ts";
import { type Machine, type StepTable, transition } from "#lib/machine.ts";
import { readView, sameView, searchIn, type View, type ViewSpec } from "./view.ts";

/** How a view enters the browser's history: as a new entry, or in place of the current one. */
type HistoryMode = "push" | "replace";

/** The view, the text in the search box, and whether the view pushes or replaces a history entry. */
interface Open<V> {
  query: V;
  text: string;
  entry: HistoryMode;
}

/**
 * `closed`: the screen is not shown, and the last view is kept for the way back. `settled`: the
 * screen shows the view. `typing`: the search box is ahead of the view until typing pauses. A text
 * that is too long to search for stays in the box and doesn't change the view.
 */
export type FiltersState<V = View> =
  | { phase: "closed"; query: V }
  | ({ phase: "settled" } & Open<V>)
  | ({ phase: "typing" } & Open<V>);

type FiltersPhase = FiltersState["phase"];

/** What the bar of a screen sends to its filters. */
export type BarEvent<Filters> =
  | { type: "searchTyped"; text: string }
  | { type: "typingPaused" }
  | { type: "filterChosen"; name: Exclude<keyof Filters, "search">; value: string }
  | { type: "filtersReset" };

export type FiltersEvent<V extends View<object> = View> =
  | BarEvent<V["filters"]>
  /** The screen was opened, or Back, Forward or a link led to another view. */
  | { type: "addressOpened"; query: V }
  | { type: "sortChosen"; sort: string }
  | { type: "pageTurned"; page: number }
  | { type: "taskCreated" }
  /** The server has counted the pages of the current view. */
  | { type: "pagesCounted"; totalPages: number }
  | { type: "listLeft" }
  /** The user has signed out, or another user has signed in. */
  | { type: "userLeft" };

export type FiltersEventType = FiltersEvent["type"];

/** What a screen and its address send to the filters. */
export type ScreenEvent<Filters extends object, Sort extends string = string> = Exclude<
  FiltersEvent<View<Filters, Sort>>,
  { type: "taskCreated" | "pagesCounted" | "userLeft" }
>;

/** An event, and the filters and orders of the screen where it happened. */
type Step = FiltersEvent & { spec: ViewSpec };

type In<P extends FiltersPhase> = Extract<FiltersState, { phase: P }>;
type On<E extends FiltersEventType> = Extract<Step, { type: E }>;

type OpenState = In<"settled"> | In<"typing">;

const isTooLong = (text: string): boolean => characterCount(storableText(text)) > SEARCH_MAX;

const searchOf = ({ filters }: View): string => filters["search"] ?? "";

/** The text in the search box. */
export const typedText = (state: FiltersState<View<object>>): string =>
  state.phase === "closed" ? searchOf(state.query as View) : state.text;

/** Changes the view. The search box then shows the view's text, unless its own is too long. */
function setQuery(state: OpenState, query: View, entry: HistoryMode): FiltersState {
  const text = isTooLong(state.text) ? state.text : searchOf(query);
  if (!sameView(state.query, query)) return { phase: "settled", query, text, entry };
  return state.phase === "settled" && state.text === text
    ? state
    : { ...state, phase: "settled", text };
}

/** The filters with the text in the search box, even before typing pauses. */
const withTyped = ({ query, text }: Pick<OpenState, "query" | "text">): View["filters"] =>
  "search" in query.filters && !isTooLong(text)
    ? { ...query.filters, search: searchIn(text) }
    : query.filters;

/** The filters, with a text in the search box that is not part of the view yet. */
export const filtersAsTyped = <Filters>(state: FiltersState<View<Filters>>): Filters =>
  state.phase === "closed"
    ? state.query.filters
    : (withTyped(state as OpenState & FiltersState<View<Filters>>) as Filters);

/** A change of the filters goes back to page 1 (§9), and keeps the chosen order. */
const onFirstPage = (spec: ViewSpec, filters: View["filters"], sort: string): View => ({
  filters,
  sort: spec.sort?.(sort, filters) ?? "",
  page: 1,
});

/** The state of a screen that opens with a view. */
export const openFilters = <V extends View<object>>(query: V): FiltersState<V> => ({
  phase: "settled",
  query,
  text: searchOf(query as V & View),
  // An address may be rewritten to its standard form.
  entry: "replace",
});

function typeText(state: OpenState, { text }: On<"searchTyped">): FiltersState {
  const ahead = searchOf({ ...state.query, filters: withTyped({ ...state, text }) });
  return { ...state, phase: ahead === searchOf(state.query) ? "settled" : "typing", text };
}

function choose(state: OpenState, { spec, name, value }: On<"filterChosen">): FiltersState {
  const chosen = spec.filters[name]?.(value) ?? "";
  const replaced = chosen && spec.replaces?.[name];
  const filters = { ...withTyped(state), ...(replaced && { [replaced]: "" }), [name]: chosen };
  return setNarrowed(state, onFirstPage(spec, spec.clean?.(filters) ?? filters, state.query.sort));
}

/** Goes to another view's first page. The same view keeps its page. */
function setNarrowed(state: OpenState, query: View): FiltersState {
  const changed = !sameView(query, { ...state.query, page: 1 });
  return setQuery(state, changed ? query : state.query, "push");
}

const sortBy = (state: OpenState, { spec, sort }: On<"sortChosen">): FiltersState =>
  setNarrowed(state, onFirstPage(spec, withTyped(state), sort));

const reset = (state: OpenState, { spec }: On<"filtersReset">): FiltersState =>
  setQuery(
    isTooLong(state.text) ? { ...state, text: "" } : state,
    onFirstPage(spec, readView(spec, "").filters, state.query.sort),
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

/** The state of a screen that was not opened yet. */
export const closedFilters = <Filters, Sort extends string>(
  spec: ViewSpec<Filters, Sort>,
): FiltersState<View<Filters, Sort>> => ({ phase: "closed", query: readView(spec, "") });

/** The next state by phase and event. An event that a phase does not list changes nothing. */
const filtersTable: StepTable<FiltersState, Step> = {
  closed: {
    addressOpened: { to: ["settled"], next: (_closed, { query }) => openFilters(query) },
    taskCreated: {
      to: ["closed"],
      next: (state) =>
        state.query.page === 1 ? state : { ...state, query: { ...state.query, page: 1 } },
    },
    // Another user's session must not inherit the search.
    userLeft: { to: ["closed"], next: (_closed, { spec }) => closedFilters(spec) },
  },
  settled: {
    addressOpened: { to: ["settled"], next: (_settled, { query }) => openFilters(query) },
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
    addressOpened: { to: ["settled"], next: (_typing, { query }) => openFilters(query) },
    searchTyped: { to: ["typing", "settled"], next: typeText },
    typingPaused: {
      to: ["settled"],
      next: (state, { spec }) => ({
        phase: "settled",
        query: onFirstPage(spec, withTyped(state), state.query.sort),
        // The box keeps a trailing space, which the view drops.
        text: state.text,
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
    "The filters, the order and the page of a screen, and the text in its search box. The address " +
    "holds them too: typing replaces the history entry, a filter or a page adds one. The task list, " +
    "the board, the users, the audit log and the activity each have one.",
  file: "src/lib/filters/filtersMachine.ts",
  initial: { closed: "" },
  states: {
    closed: "The screen is not shown. The last view is kept for the way back.",
    settled: "The screen shows the view.",
    typing: "The search box is ahead of the view.",
  },
  events: {
    addressOpened: "the screen opened, or Back, Forward or a link led to another view",
    searchTyped: "a key in the search box",
    typingPaused: "300 ms without a key",
    filterChosen: "a filter was set or cleared",
    filtersReset: "all filters were cleared",
    sortChosen: "another order was chosen",
    pageTurned: "another page was chosen",
    taskCreated: "a task was created, which is on page 1",
    pagesCounted: "the server has counted the pages of the current view",
    listLeft: "the screen was left",
    userLeft: "the user has signed out, or another user has signed in",
  },
  table: filtersTable,
  ignored: {
    // A response, or the pause, came after the screen was left.
    closed: ["typingPaused", "pagesCounted"],
    // The last key led back to the view, or a click was faster than the pause.
    settled: ["typingPaused", "userLeft"],
    // The page belongs to results that are about to be replaced.
    typing: ["pageTurned", "userLeft"],
  },
};

/** A function that returns a screen's filters after an event. */
export const filtersReducer =
  <Filters extends object, Sort extends string>(spec: ViewSpec<Filters, Sort>) =>
  (
    state: FiltersState<View<Filters, Sort>>,
    event: FiltersEvent<View<Filters, Sort>>,
  ): FiltersState<View<Filters, Sort>> => {
    // The table serves every screen. It keeps the names of the filters, and their readers clean the values.
    const step = { ...event, spec } as unknown as Step;
    const next = transition(filtersTable, state as unknown as FiltersState, step);
    return (next as typeof state | undefined) ?? state;
  };
