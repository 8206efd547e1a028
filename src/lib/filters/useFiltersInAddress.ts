import type { UnknownAction } from "@reduxjs/toolkit";
import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef } from "react";
import { useDispatch, useSelector } from "react-redux";
import { NavigationType, useLocation, useNavigate, useNavigationType } from "react-router-dom";
import { keepSearch } from "#lib/address/lastAddresses.ts";
import { isObject } from "#lib/json.ts";
import {
  type FiltersState,
  filtersReducer,
  openFilters,
  type ScreenEvent,
} from "./filtersMachine.ts";
import { readView, type View, type ViewSpec, writeView } from "./view.ts";

/** The time in ms from the last keystroke to the search (§9). */
const SEARCH_DEBOUNCE_MS = 300;

/** A screen whose filters are in its address. */
interface FilteredScreen<Filters, Sort extends string> {
  path: string;
  spec: ViewSpec<Filters, Sort>;
  /** Whether a change of the filters never adds an entry to the browser's history. */
  alwaysReplaces?: boolean;
}

/** A screen with a slice for its filters, because other screens and listeners read them. */
interface ScreenOfSlice<State, Filters extends object, Sort extends string>
  extends FilteredScreen<Filters, Sort> {
  event: (event: ScreenEvent<Filters, Sort>) => UnknownAction;
  select: (state: State) => FiltersState<View<Filters, Sort>>;
}

/**
 * Whether an address belongs to this screen. A screen behind a task must ignore the task's address.
 */
export const isPath = (pathname: string, path: string): boolean =>
  pathname.replace(/\/$/, "").toLowerCase() === path;

/** What the address of a saved view has besides the filters: its id, and how its screen shows the tasks. */
const VIEW_PARTS = /[?&](view|layout|groups?|hidden|dense)=[^&]+/g;

/** The query of an address with other filters: it stays that of its saved view, if it is one. */
const withView = (search: string, query: string): string =>
  ((search.match(VIEW_PARTS) ?? []).join("") + query).replaceAll("?", "&").replace("&", "?");

/** Marks history entries that the filters have made. They need not be read back. */
const OWN = { byFilters: true };

const isOwn = (state: unknown): boolean => isObject(state) && "byFilters" in state;

/**
 * The filters of a screen that no other screen reads, and the function that sends an event to them.
 * They are in sync with the address.
 */
export function useScreenFilters<Filters extends object, Sort extends string>(
  screen: FilteredScreen<Filters, Sort>,
) {
  const { spec } = screen;
  const { search } = useLocation();
  const reducer = useMemo(() => filtersReducer(spec), [spec]);
  const [state, send] = useReducer(reducer, search, (search) =>
    openFilters(readView(spec, search)),
  );
  useAddress(screen, state, send);
  return [state, send] as const;
}

/** The filters of a slice and what sends an event to them, as {@link useScreenFilters} returns them. */
export function useFiltersInAddress<State, Filters extends object, Sort extends string>(
  screen: ScreenOfSlice<State, Filters, Sort>,
) {
  const { event, select } = screen;
  const dispatch = useDispatch();
  const state = useSelector(select);
  const send = useCallback(
    (sent: ScreenEvent<Filters, Sort>) => dispatch(event(sent)),
    [dispatch, event],
  );
  useAddress(screen, state, send);
  return [state, send] as const;
}

/**
 * When the screen opens, and on Back, Forward and links, the filters follow the address. Otherwise
 * the address follows the filters. A pause in typing starts the search.
 */
function useAddress<Filters extends object, Sort extends string>(
  { path, spec, alwaysReplaces = false }: FilteredScreen<Filters, Sort>,
  filters: FiltersState<View<Filters, Sort>>,
  send: (event: ScreenEvent<Filters, Sort>) => void,
): void {
  const { key, pathname, search, state } = useLocation();
  const isHere = isPath(pathname, path);
  const navigation = useNavigationType();
  const navigate = useNavigate();
  /** The address as last read or written; null before the first read. */
  const known = useRef<string | null>(null);
  /** The filters from before the last read. React runs the effect below once more with them. */
  const outdated = useRef<typeof filters | null>(null);

  // Before the first paint, so that the list never shows the filters of another query.
  useLayoutEffect(() => {
    if (!isHere) return;
    const own = isOwn(state) && navigation !== NavigationType.Pop;
    if (own && known.current !== null) return;
    known.current = search;
    outdated.current = filters;
    const query = readView(spec, search);
    keepSearch(path, withView(search, writeView(query)));
    send({ type: "addressOpened", query });
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-deps -- reads each history entry once; `key` identifies it
  }, [key, send]);

  useEffect(() => {
    if (filters.phase === "closed" || !isHere || filters === outdated.current) return;
    // Not the rendered address: how a view shows its tasks may have changed since.
    const address = withView(window.location.search, writeView(filters.query));
    if (address === known.current) return;
    known.current = address;
    keepSearch(path, address);
    const replace = alwaysReplaces || filters.entry === "replace";
    const kept: unknown = state;
    void navigate({ search: address }, { replace, state: { ...(isObject(kept) && kept), ...OWN } });
  }, [filters, navigate, isHere, alwaysReplaces, state, path]);

  const typed = filters.phase === "typing" ? filters.text : null;
  useEffect(() => {
    if (typed === null) return undefined;
    const timer = setTimeout(() => send({ type: "typingPaused" }), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, send]);

  useEffect(
    () => () => {
      known.current = null;
      send({ type: "listLeft" });
    },
    [send],
  );
}
