import { useEffect, useLayoutEffect, useRef } from "react";
import { useDispatch, useSelector } from "react-redux";
import { NavigationType, useLocation, useNavigate, useNavigationType } from "react-router-dom";
import { isObject } from "#lib/json.ts";
import { addressOpened, listLeft, selectFilters } from "./filtersSlice.ts";
import { readAddress, writeAddress } from "./listQuery.ts";

/** Marks history entries that the filters have made. They need not be read back. */
const OWN = { byFilters: true };

const isOwn = (state: unknown): boolean => isObject(state) && "byFilters" in state;

/**
 * Keeps the filters and the address in sync while the list is shown. When the list opens, and on
 * Back, Forward and links, the filters follow the address. Otherwise the address follows the filters.
 */
export function useFiltersInAddress(): void {
  const { key, search, state } = useLocation();
  const navigation = useNavigationType();
  const navigate = useNavigate();
  const dispatch = useDispatch();
  const filters = useSelector(selectFilters);
  /** The address as last read or written; null before the first read. */
  const known = useRef<string | null>(null);

  // Before the first paint, so that the list never shows the filters of another query.
  useLayoutEffect(() => {
    const own = isOwn(state) && navigation !== NavigationType.Pop;
    if (own && known.current !== null) return;
    known.current = search;
    dispatch(addressOpened({ query: readAddress(search) }));
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-deps -- reads each history entry once; `key` identifies it
  }, [key, dispatch]);

  useEffect(() => {
    if (filters.phase === "closed") return;
    const address = writeAddress(filters.query);
    if (address === known.current) return;
    known.current = address;
    void navigate({ search: address }, { replace: filters.entry === "replace", state: OWN });
  }, [filters, navigate]);

  useEffect(
    () => () => {
      known.current = null;
      dispatch(listLeft());
    },
    [dispatch],
  );
}
