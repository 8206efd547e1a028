import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { User } from "#contract/user.ts";
import { withRange } from "./selection.ts";

/** Which users are ticked, and how ticks are set. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** Sets one tick; with `range`, all from the one set before. */
  set: (id: string, selected: boolean, range: boolean) => void;
  /** Ticks these and no others. */
  replace: (ids: Iterable<string>) => void;
  /** The shown users that may be ticked. */
  selectable: readonly string[];
}

/** Ticked rows of the table: users who may be changed and are still there. */
export function useSelection(
  users: readonly User[],
  shown: readonly User[],
  guarded: ReadonlyMap<string, string>,
): Selection {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const lastTicked = useRef<string | null>(null);

  const selectable = useMemo(
    () => shown.map(({ id }) => id).filter((id) => !guarded.has(id)),
    [shown, guarded],
  );
  const ids = useMemo(
    () => new Set(users.map(({ id }) => id).filter((id) => ticked.has(id) && !guarded.has(id))),
    [users, ticked, guarded],
  );

  // Read when a box is clicked, so that `set` stays the same function and rows need not render.
  const order = useRef(selectable);
  useEffect(() => {
    order.current = selectable;
  }, [selectable]);

  const set = useCallback((id: string, selected: boolean, range: boolean) => {
    const from = range && lastTicked.current ? lastTicked.current : id;
    lastTicked.current = id;
    setTicked((before) => withRange(before, order.current, from, id, selected));
  }, []);

  const replace = useCallback((next: Iterable<string>) => setTicked(new Set(next)), []);

  return useMemo(() => ({ ids, set, replace, selectable }), [ids, set, replace, selectable]);
}
