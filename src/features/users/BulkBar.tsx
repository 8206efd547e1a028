import { type RefObject, useEffect, useRef } from "react";
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

interface BarProps {
  users: readonly User[];
  shown: readonly User[];
  selection: Selection;
}

/** Bulk actions on the selected users, with progress and result. */
export function BulkBar({ users, shown, selection }: BarProps) {
  const dispatch = useDispatch();
  const bulk = useSelector(selectBulk);
  const bar = useRef<HTMLElement>(null);
  const { replace, ids, selectable } = selection;

  // Users that failed, or were not reached, stay selected.
  const lastPhase = useRef<BulkPhase>("idle");
  useEffect(() => {
    if (bulk.phase === "finished" && lastPhase.current !== "finished") {
      const done = new Set(bulk.done);
      replace(bulk.ids.filter((id) => !done.has(id)));
    }
    lastPhase.current = bulk.phase;
  }, [bulk, replace]);

  useFocusKeptIn(bar, `${bulk.phase} ${ids.size}`);

  // The result belongs to this visit of the page.
  useEffect(() => () => void dispatch(bulkResultDismissed()), [dispatch]);

  const isRunning = bulk.phase === "running" || bulk.phase === "stopping";
  return (
    <section
      ref={bar}
      aria-label="Selected users"
      className={cx(classes.bar, (isRunning || ids.size > 0) && classes.raised)}
    >
      {isRunning ? (
        <BulkProgress bulk={bulk} />
      ) : (
        <>
          <label className={classes.all}>
            <SelectAll selection={selection} />
            Select all {selectable.length}
          </label>
          {ids.size > 0 && <BulkActions users={users} shown={shown} selection={selection} />}
          {bulk.phase === "finished" && <BulkResult bulk={bulk} />}
        </>
      )}
    </section>
  );
}

/** Keeps the focus in the bar when a change of its content removes the focused button. */
function useFocusKeptIn(bar: RefObject<HTMLElement | null>, content: string): void {
  const hadFocus = useRef(false);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      hadFocus.current = bar.current?.contains(target as Node) ?? false;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, [bar]);
  useEffect(() => {
    const isLost = !document.activeElement || document.activeElement === document.body;
    if (!hadFocus.current || !isLost) return;
    const next = bar.current?.querySelector<HTMLElement>("[data-next]") ?? null;
    (next ?? bar.current?.querySelector("input"))?.focus({ preventScroll: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-deps -- runs when the content changes
  }, [bar, content]);
}

function BulkActions({ users, shown, selection: { ids, replace } }: BarProps) {
  const dispatch = useDispatch();
  const shownIds = new Set(shown.map(({ id }) => id));
  const hidden = [...ids].filter((id) => !shownIds.has(id)).length;
  return (
    <div className={classes.actions}>
      <output className={classes.count}>
        {ids.size} selected{hidden > 0 && ` (${hidden} not shown)`}
      </output>
      {[true, false].map((active) => {
        const targets = users.filter(({ id, is_active }) => ids.has(id) && is_active !== active);
        return (
          <Button
            key={String(active)}
            size="sm"
            disabled={targets.length === 0}
            onClick={() => dispatch(bulkRequested({ active, ids: targets.map(({ id }) => id) }))}
          >
            {active ? "Activate" : "Deactivate"} {targets.length}
          </Button>
        );
      })}
      <Button size="sm" variant="ghost" onClick={() => replace([])}>
        Clear selection
      </Button>
    </div>
  );
}

function SelectAll({ selection: { ids, selectable, replace } }: { selection: Selection }) {
  const ref = useRef<HTMLInputElement>(null);
  const selected = selectable.filter((id) => ids.has(id)).length;
  const all = selected > 0 && selected === selectable.length;
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = selected > 0 && !all;
  }, [selected, all]);
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
