import type { UnknownAction } from "@reduxjs/toolkit";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useDispatch, useSelector } from "react-redux";
import { NavigationType, useLocation, useNavigate, useNavigationType } from "react-router-dom";
import { isObject } from "#lib/json.ts";
import { paths } from "#lib/paths.ts";
import type { FiltersState } from "./filtersMachine.ts";
import { addressOpened, listLeft, selectFilters, type WithFilters } from "./filtersSlice.ts";
import { type ListQuery, readAddress, writeAddress } from "./listQuery.ts";

/** A screen whose filters are in its address. */
export interface FilteredScreen<State> {
  path: string;
  select: (state: State) => FiltersState;
  read: (search: string) => ListQuery;
  addressOpened: (payload: { query: ListQuery }) => UnknownAction;
  listLeft: () => UnknownAction;
}

const TASK_LIST: FilteredScreen<WithFilters> = {
  path: paths.tasks,
  select: selectFilters,
  read: readAddress,
  addressOpened,
  listLeft,
};

/**
 * Whether an address belongs to this screen. A screen behind a task must ignore the task's address.
 */
const isPath = (pathname: string, path: string): boolean =>
  pathname.replace(/\/$/, "").toLowerCase() === path;

/** Marks history entries that the filters have made. They need not be read back. */
const OWN = { byFilters: true };

const isOwn = (state: unknown): boolean => isObject(state) && "byFilters" in state;

/**
 * Keeps the filters and the address in sync while the screen is shown. When it opens, and on Back,
 * Forward and links, the filters follow the address. Otherwise the address follows the filters.
 */
export function useFiltersInAddress(): void;
export function useFiltersInAddress<State>(screen: FilteredScreen<State>): void;
export function useFiltersInAddress({
  path,
  select,
  read,
  addressOpened,
  listLeft,
}: FilteredScreen<WithFilters> = TASK_LIST): void {
  const { key, pathname, search, state } = useLocation();
  const isHere = isPath(pathname, path);
  const navigation = useNavigationType();
  const navigate = useNavigate();
  const dispatch = useDispatch();
  const filters = useSelector(select);
  /** The address as last read or written; null before the first read. */
  const known = useRef<string | null>(null);

  // Before the first paint, so that the list never shows the filters of another query.
  useLayoutEffect(() => {
    if (!isHere) return;
    const own = isOwn(state) && navigation !== NavigationType.Pop;
    if (own && known.current !== null) return;
    known.current = search;
    dispatch(addressOpened({ query: read(search) }));
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-deps -- reads each history entry once; `key` identifies it
  }, [key, dispatch]);

  useEffect(() => {
    if (filters.phase === "closed" || !isHere) return;
    const address = writeAddress(filters.query);
    if (address === known.current) return;
    known.current = address;
    void navigate({ search: address }, { replace: filters.entry === "replace", state: OWN });
  }, [filters, navigate, isHere]);

  useEffect(
    () => () => {
      known.current = null;
      dispatch(listLeft());
    },
    [dispatch, listLeft],
  );
}
