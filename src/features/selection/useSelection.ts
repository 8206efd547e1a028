import { useCallback, useEffect, useMemo, useRef } from "react";
import { useDispatch, useSelector, useStore } from "react-redux";
import {
  itemsSelected,
  itemsUnselected,
  type SelectionScreen,
  selectionReplaced,
  selectSelected,
  type WithSelection,
} from "./selectionSlice.ts";

/** The selected items of a screen. */
export interface Selection {
  ids: ReadonlySet<string>;
  /**
   * Selects or unselects one item; with `isRange`, also all items between it and the last one that
   * was set.
   */
  set: (id: string, isSelected: boolean, isRange?: boolean) => void;
  /** Selects these items and no others. */
  replace: (ids: Iterable<string>) => void;
  /** The shown items that may be selected. */
  selectable: readonly string[];
}

/** The ids from one to the other in the order of `shown`. If `from` is no longer shown, only `to`. */
function idsBetween(shown: readonly string[], from: string, to: string): readonly string[] {
  const ends = [shown.indexOf(from), shown.indexOf(to)];
  const start = Math.min(...ends);
  return start < 0 ? [to] : shown.slice(start, Math.max(...ends) + 1);
}

/**
 * The selection of a screen, which keeps items that are not shown. It ends with the screen.
 *
 * @param existing the items that may stay selected; any if it is absent
 */
export function useSelection(
  screen: SelectionScreen,
  selectable: readonly string[],
  existing?: ReadonlySet<string>,
): Selection {
  const dispatch = useDispatch();
  const { getState } = useStore<WithSelection>();
  const chosen = useSelector((state: WithSelection) => selectSelected(state, screen));
  const lastSet = useRef<string | null>(null);
  const ids = useMemo(
    () => new Set(existing ? chosen.filter((id) => existing.has(id)) : chosen),
    [existing, chosen],
  );

  // A ref keeps `set` the same function, so that memoized rows don't render.
  const order = useRef(selectable);
  useEffect(() => {
    order.current = selectable;
  }, [selectable]);

  const set = useCallback(
    (id: string, isSelected: boolean, isRange = false) => {
      const from = isRange && lastSet.current ? lastSet.current : id;
      lastSet.current = id;
      const items = { screen, ids: idsBetween(order.current, from, id) };
      dispatch(isSelected ? itemsSelected(items) : itemsUnselected(items));
    },
    [screen, dispatch],
  );

  const replace = useCallback(
    (next: Iterable<string>) => {
      const items = { screen, ids: [...new Set(next)] };
      const isEmpty = items.ids.length === 0 && selectSelected(getState(), screen).length === 0;
      if (!isEmpty) dispatch(selectionReplaced(items));
    },
    [screen, dispatch, getState],
  );
  useEffect(() => () => replace([]), [replace]);

  return useMemo(() => ({ ids, set, replace, selectable }), [ids, set, replace, selectable]);
}
