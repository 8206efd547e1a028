import { useEffect, useLayoutEffect, useRef } from "react";
import { useDispatch, useSelector } from "react-redux";
import { NavigationType, useLocation, useNavigate, useNavigationType } from "react-router-dom";
import { isObject } from "#lib/json.ts";
import { addressOpened, listLeft, selectFilters } from "./filtersSlice.ts";
import { readAddress, writeAddress } from "./listQuery.ts";

/** Marks the steps that the filters themselves have made: they need not be read back. */
const OWN = { byFilters: true };

const isOwn = (state: unknown): boolean => isObject(state) && "byFilters" in state;

/**
 * Keeps the filters and the address the same, for as long as the list is shown. The address leads
 * when the list opens and on Back, Forward and links; the filters lead otherwise.
 */
export function useFiltersInAddress(): void {
  const { key, search, state } = useLocation();
  const navigation = useNavigationType();
  const navigate = useNavigate();
  const dispatch = useDispatch();
  const filters = useSelector(selectFilters);
  /** The address as last read or written; null before the first reading. */
  const known = useRef<string | null>(null);

  // Before the first paint, so that the list never shows with another query's filters.
  useLayoutEffect(() => {
    const own = isOwn(state) && navigation !== NavigationType.Pop;
    if (own && known.current !== null) return;
    known.current = search;
    dispatch(addressOpened({ query: readAddress(search) }));
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-deps -- one reading for each step of the history, which its key names
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
