import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { User } from "#contract/user.ts";
import { withRange } from "./selection.ts";

/** The selected users. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** Selects or deselects one user; with `isRange`, all users from the last one. */
  set: (id: string, selected: boolean, isRange: boolean) => void;
  /** Selects these users and no others. */
  replace: (ids: Iterable<string>) => void;
  /** The shown users that may be selected. */
  selectable: readonly string[];
}

/** The selection of the table. Deleted users and users who must not be changed are never selected. */
export function useSelection(
  users: readonly User[],
  shown: readonly User[],
  guarded: ReadonlyMap<string, string>,
): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const lastSet = useRef<string | null>(null);

  const selectable = useMemo(
    () => shown.map(({ id }) => id).filter((id) => !guarded.has(id)),
    [shown, guarded],
  );
  const ids = useMemo(
    () => new Set(users.map(({ id }) => id).filter((id) => chosen.has(id) && !guarded.has(id))),
    [users, chosen, guarded],
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
