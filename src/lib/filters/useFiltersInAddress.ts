import type { UnknownAction } from "@reduxjs/toolkit";
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef } from "react";
import { useDispatch, useSelector } from "react-redux";
import { NavigationType, useLocation, useNavigate, useNavigationType } from "react-router-dom";
import { isObject } from "#lib/json.ts";
import { type FiltersState, filtersReducer, openFilters } from "./filtersMachine.ts";
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
interface ScreenOfSlice<State, Filters, Sort extends string> extends FilteredScreen<Filters, Sort> {
  select: (state: State) => FiltersState<View<Filters, Sort>>;
  actions: {
    addressOpened: (payload: { query: View<Filters, Sort> }) => UnknownAction;
    typingPaused: () => UnknownAction;
    listLeft: () => UnknownAction;
  };
}

/** What the address does to the filters. */
interface AddressListener<V> {
  onOpen: (query: V) => void;
  onPause: () => void;
  onLeave: () => void;
}

/**
 * Whether an address belongs to this screen. A screen behind a task must ignore the task's address.
 */
const isPath = (pathname: string, path: string): boolean =>
  pathname.replace(/\/$/, "").toLowerCase() === path;

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
  const [state, dispatchView] = useReducer(reducer, search, (search) =>
    openFilters(readView(spec, search)),
  );
  const listener = useMemo(
    () => ({
      onOpen: (query: View<Filters, Sort>) => dispatchView({ type: "addressOpened", query }),
      onPause: () => dispatchView({ type: "typingPaused" }),
      onLeave: () => dispatchView({ type: "listLeft" }),
    }),
    [],
  );
  useAddress(screen, state, listener);
  return [state, dispatchView] as const;
}

/** Keeps the filters of a slice and the address in sync while the screen is shown. */
export function useFiltersInAddress<State, Filters extends object, Sort extends string>(
  screen: ScreenOfSlice<State, Filters, Sort>,
): void {
  const { select, actions } = screen;
  const dispatch = useDispatch();
  const listener = useMemo(
    () => ({
      onOpen: (query: View<Filters, Sort>) => dispatch(actions.addressOpened({ query })),
      onPause: () => dispatch(actions.typingPaused()),
      onLeave: () => dispatch(actions.listLeft()),
    }),
    [dispatch, actions],
  );
  useAddress(screen, useSelector(select), listener);
}

/**
 * When the screen opens, and on Back, Forward and links, the filters follow the address. Otherwise
 * the address follows the filters. A pause in typing starts the search.
 */
function useAddress<Filters extends object, Sort extends string>(
  { path, spec, alwaysReplaces = false }: FilteredScreen<Filters, Sort>,
  filters: FiltersState<View<Filters, Sort>>,
  { onOpen, onPause, onLeave }: AddressListener<View<Filters, Sort>>,
): void {
  const { key, pathname, search, state } = useLocation();
  const isHere = isPath(pathname, path);
  const navigation = useNavigationType();
  const navigate = useNavigate();
  /** The address as last read or written; null before the first read. */
  const known = useRef<string | null>(null);

  // Before the first paint, so that the list never shows the filters of another query.
  useLayoutEffect(() => {
    if (!isHere) return;
    const own = isOwn(state) && navigation !== NavigationType.Pop;
    if (own && known.current !== null) return;
    known.current = search;
    onOpen(readView(spec, search));
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-deps -- reads each history entry once; `key` identifies it
  }, [key, onOpen]);

  useEffect(() => {
    if (filters.phase === "closed" || !isHere) return;
    const address = writeView(filters.query);
    if (address === known.current) return;
    known.current = address;
    const replace = alwaysReplaces || filters.entry === "replace";
    const kept: unknown = state;
    void navigate({ search: address }, { replace, state: { ...(isObject(kept) && kept), ...OWN } });
  }, [filters, navigate, isHere, alwaysReplaces, state]);

  const typed = filters.phase === "typing" ? filters.text : null;
  useEffect(() => {
    if (typed === null) return undefined;
    const timer = setTimeout(onPause, SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, onPause]);

  useEffect(
    () => () => {
      known.current = null;
      onLeave();
    },
    [onLeave],
  );
}
