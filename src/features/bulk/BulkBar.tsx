import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useDispatch } from "react-redux";
import { cx } from "#lib/cx.ts";
import { Button } from "#ui/Button.tsx";
import classes from "./BulkBar.module.css";
import { BulkOutcome } from "./BulkOutcome.tsx";
import { BulkProgress } from "./BulkProgress.tsx";
import type { Bulk, BulkState } from "./bulk.ts";
import type { BulkPhase } from "./bulkMachine.ts";
import type { BulkWords } from "./bulkWords.ts";
import type { Selection } from "./useSelection.ts";

/** Bulk actions on the selected rows, with progress and result. */
export function BulkBar<A, C>({
  bulk,
  run,
  words,
  selection,
  hidden,
  className,
  more,
  next,
  children,
}: {
  bulk: Bulk<A, C>;
  run: BulkState<A, C>;
  words: BulkWords<A>;
  selection: Selection;
  /** The number of selected rows that are not shown. */
  hidden: number;
  className?: string | undefined;
  /** What selects rows that are not shown. */
  more?: ReactNode;
  /** What follows from the last action's result. */
  next?: ReactNode;
  /** The actions. */
  children: ReactNode;
}) {
  const dispatch = useDispatch();
  const bar = useRef<HTMLElement>(null);
  const { replace, ids, selectable } = selection;
  const { actions } = bulk;
  useRestSelected(run, replace);
  useFocusKeptIn(bar, `${run.phase} ${ids.size}`);

  // The result belongs to this visit of the page.
  useEffect(() => () => void dispatch(actions.bulkResultDismissed()), [dispatch, actions]);

  const { action } = run;
  const isRunning = run.phase === "running" || run.phase === "stopping";
  return (
    <section
      ref={bar}
      data-bulk
      aria-label={words.bar}
      className={cx(classes.bar, (isRunning || ids.size > 0) && classes.raised, className)}
    >
      {isRunning && action !== null ? (
        <BulkProgress
          run={run}
          label={words.progress(action, run.items.length)}
          onStop={() => dispatch(actions.bulkStopRequested())}
        />
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
              {more}
              {children}
              <Button size="sm" variant="ghost" onClick={() => replace([])}>
                Clear selection
              </Button>
            </div>
          )}
          {run.phase === "finished" && action !== null && (
            <BulkOutcome bulk={bulk} run={run} action={action} words={words}>
              {next}
            </BulkOutcome>
          )}
        </>
      )}
    </section>
  );
}

/** After an action, the rows that failed or were not reached stay selected. */
function useRestSelected<A, C>(run: BulkState<A, C>, replace: Selection["replace"]): void {
  const lastPhase = useRef<BulkPhase>("idle");
  useEffect(() => {
    if (run.phase === "finished" && lastPhase.current !== "finished") {
      const done = new Set(run.done.map(({ id }) => id));
      replace(run.items.map(({ id }) => id).filter((id) => !done.has(id)));
    }
    lastPhase.current = run.phase;
  }, [run, replace]);
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
