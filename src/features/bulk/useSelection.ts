import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { withRange } from "./range.ts";

/** The selected rows of a list. */
export interface Selection {
  ids: ReadonlySet<string>;
  /**
   * Selects or deselects one row; with `isRange`, also all rows between it and the last one that
   * was set.
   */
  set: (id: string, selected: boolean, isRange: boolean) => void;
  /** Selects these rows and no others. */
  replace: (ids: Iterable<string>) => void;
  /** The shown rows that may be selected. */
  selectable: readonly string[];
}

/**
 * The selection of a list, which keeps rows that are not shown.
 *
 * @param existing the rows that may stay selected; any if it is absent
 */
export function useSelection(
  selectable: readonly string[],
  existing?: ReadonlySet<string>,
): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const lastSet = useRef<string | null>(null);
  const ids = useMemo(
    () => (existing ? new Set([...existing].filter((id) => chosen.has(id))) : chosen),
    [existing, chosen],
  );

  // A ref keeps `set` the same function, so that memoized rows don't render.
  const order = useRef(selectable);
  useEffect(() => {
    order.current = selectable;
  }, [selectable]);

  const set = useCallback((id: string, selected: boolean, isRange: boolean) => {
    const from = isRange && lastSet.current ? lastSet.current : id;
    lastSet.current = id;
    setChosen((before) => withRange(before, order.current, from, id, selected));
  }, []);

  const replace = useCallback((next: Iterable<string>) => setChosen(new Set(next)), []);

  return useMemo(() => ({ ids, set, replace, selectable }), [ids, set, replace, selectable]);
}
