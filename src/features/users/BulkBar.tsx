import { useEffect, useRef } from "react";
import { useDispatch, useSelector } from "react-redux";
import type { User } from "#contract/user.ts";
import { cx } from "#lib/cx.ts";
import { Button } from "#ui/Button.tsx";
import classes from "./BulkBar.module.css";
import { BulkProgress } from "./BulkProgress.tsx";
import { BulkResult } from "./BulkResult.tsx";
import type { BulkPhase } from "./bulkMachine.ts";
import { bulkRequested, bulkResultDismissed, selectBulk } from "./bulkSlice.ts";
import type { Selection } from "./useSelection.ts";

/** What can be done with the ticked users, how far it has come, and how it went. */
export function BulkBar({
  users,
  shown,
  selection,
}: {
  users: readonly User[];
  shown: readonly User[];
  selection: Selection;
}) {
  const dispatch = useDispatch();
  const bulk = useSelector(selectBulk);
  const bar = useRef<HTMLElement>(null);
  const { replace, ids, selectable } = selection;

  // Those that failed, or were not reached, stay ticked; the others are done with.
  const seen = useRef<BulkPhase>("idle");
  useEffect(() => {
    if (bulk.phase === "finished" && seen.current !== "finished") {
      const done = new Set(bulk.done);
      replace(bulk.ids.filter((id) => !done.has(id)));
    }
    seen.current = bulk.phase;
  }, [bulk, replace]);

  // What was pressed may be gone with what it was for: then the focus stays in the bar.
  const hadFocus = useRef(false);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      hadFocus.current = bar.current?.contains(target as Node) ?? false;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  useEffect(() => {
    const lost = !document.activeElement || document.activeElement === document.body;
    if (!hadFocus.current || !lost) return;
    const next = bar.current?.querySelector<HTMLElement>("[data-next]") ?? null;
    (next ?? bar.current?.querySelector("input"))?.focus({ preventScroll: true });
  }, [bulk.phase, ids.size]);

  // A result that nobody looks at any more is not shown to whoever comes back.
  useEffect(
    () => () => {
      dispatch(bulkResultDismissed());
    },
    [dispatch],
  );

  const busy = bulk.phase === "running" || bulk.phase === "stopping";
  const targets = (active: boolean) =>
    users.filter((user) => ids.has(user.id) && user.is_active !== active).map(({ id }) => id);
  const toActivate = targets(true);
  const toDeactivate = targets(false);
  const shownIds = new Set(shown.map(({ id }) => id));
  const hidden = [...ids].filter((id) => !shownIds.has(id)).length;

  return (
    <section
      ref={bar}
      aria-label="Selected users"
      className={cx(classes.bar, (busy || ids.size > 0) && classes.raised)}
    >
      {busy ? (
        <BulkProgress bulk={bulk} />
      ) : (
        <>
          <label className={classes.all}>
            <SelectAll selection={selection} />
            Select all {selectable.length}
          </label>
          {ids.size > 0 && (
            <div className={classes.actions}>
              <output className={classes.count}>
                {ids.size} selected{hidden > 0 && ` (${hidden} not shown)`}
              </output>
              <Button
                size="sm"
                disabled={toActivate.length === 0}
                onClick={() => dispatch(bulkRequested({ active: true, ids: toActivate }))}
              >
                Activate {toActivate.length}
              </Button>
              <Button
                size="sm"
                disabled={toDeactivate.length === 0}
                onClick={() => dispatch(bulkRequested({ active: false, ids: toDeactivate }))}
              >
                Deactivate {toDeactivate.length}
              </Button>
              <Button size="sm" variant="ghost" onClick={() => replace([])}>
                Clear selection
              </Button>
            </div>
          )}
          {bulk.phase === "finished" && <BulkResult bulk={bulk} />}
        </>
      )}
    </section>
  );
}

function SelectAll({ selection: { ids, selectable, replace } }: { selection: Selection }) {
  const ref = useRef<HTMLInputElement>(null);
  const ticked = selectable.filter((id) => ids.has(id)).length;
  const all = ticked > 0 && ticked === selectable.length;
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = ticked > 0 && !all;
  }, [ticked, all]);
  return (
    <input
      ref={ref}
      type="checkbox"
      checked={all}
      disabled={selectable.length === 0}
      onChange={() => {
        const shown = new Set(selectable);
        const others = [...ids].filter((id) => !shown.has(id));
        replace(all ? others : [...others, ...selectable]);
      }}
    />
  );
}
