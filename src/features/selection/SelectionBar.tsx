import { X } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useCommand } from "#lib/commands/useCommand.ts";
import { cx } from "#lib/cx.ts";
import { formatCount } from "#lib/text/formatCount.ts";
import { Button } from "#ui/button/Button.tsx";
import { IconButton } from "#ui/button/IconButton.tsx";
import { isCovered, lastFocused } from "#ui/lists/rows.ts";
import { LiveText } from "#ui/toasts/LiveText.tsx";
import classes from "./SelectionBar.module.css";
import type { Selection } from "./useSelection.ts";

/**
 * A bar that shows the selection and its actions, or the progress of an action, and the result of
 * the last one.
 */
export function SelectionBar({
  label,
  selection: { ids, selectable, replace },
  hidden = 0,
  place,
  begin,
  more,
  children,
  progress,
  result,
  focusKey,
  afterwards,
}: {
  label: string;
  selection: Selection;
  /** The number of selected rows that are not shown. */
  hidden?: number;
  /**
   * Above the list, over its end, or over the page's lower edge. There it is small: only the number of
   * selected items and the actions, because nothing shows which items there are.
   */
  place: "above" | "end" | "floating";
  /** Other ways to select rows. */
  begin?: ReactNode;
  /** The control that selects rows that are not shown. */
  more?: ReactNode;
  /** The actions. */
  children: ReactNode;
  /** The progress of an action, which takes the bar's place. */
  progress: ReactNode;
  /** The result of the last action. */
  result: ReactNode;
  /** Changes when the content may have lost the focused button. */
  focusKey: string;
  /** Takes the focus when the bar goes with it, and the row that had it before is gone. */
  afterwards?: RefObject<HTMLElement | null>;
}) {
  const bar = useRef<HTMLElement>(null);
  useFocusKeptIn(bar, `${focusKey} ${ids.size}`);
  useFocusAfterwards(afterwards);
  useActionsKey(bar);
  const isFloating = place === "floating";
  const isRaised = place === "above" && (Boolean(progress) || ids.size > 0);
  const clear = useClearing(bar, ids.size > 0 && !progress, replace);
  return (
    <section
      ref={bar}
      data-bulk
      tabIndex={-1}
      aria-label={label}
      className={cx(classes.bar, classes[place], isRaised && classes.raised)}
    >
      {progress || (
        <>
          {!isFloating && <SelectAll selection={{ ids, selectable, replace }} />}
          {begin}
          {ids.size > 0 && (
            <>
              <LiveText text={countText(ids.size, hidden)} className={classes.count} />
              {isFloating && <Clear onClick={clear} />}
              <div className={classes.actions} data-bulk-actions>
                {more}
                {children}
                {!isFloating && (
                  <Button size="sm" variant="ghost" onClick={clear}>
                    Clear selection
                  </Button>
                )}
              </div>
            </>
          )}
          {result}
        </>
      )}
    </section>
  );
}

const Clear = (props: { onClick: () => void }) => (
  <IconButton {...props} label="Clear selection" keys="Esc" icon={<X />} size="sm" />
);

const countText = (selected: number, hidden: number): string =>
  `${formatCount(selected)} selected${hidden > 0 ? ` (${formatCount(hidden)} not shown)` : ""}`;

/** The key that leads to the actions. */
function useActionsKey(bar: RefObject<HTMLElement | null>): void {
  useCommand("selectedActions", () => {
    const first = bar.current?.querySelector<HTMLElement>("[data-bulk-actions] button:enabled");
    if (!first || isCovered(first)) return false;
    first.focus();
    return true;
  });
}

/** Clears the selection, also by its key. */
function useClearing(
  bar: RefObject<HTMLElement | null>,
  isPossible: boolean,
  replace: Selection["replace"],
): () => void {
  const clear = () => replace([]);
  useCommand("clearSelection", () => {
    if (!isPossible || !bar.current || isCovered(bar.current)) return false;
    clear();
    return true;
  });
  return clear;
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
    const focused = document.activeElement;
    const isLost = !focused || focused === document.body || focused === bar.current;
    if (!hadFocus.current || !isLost) return;
    const next = bar.current?.querySelector<HTMLElement>("[data-next]") ?? null;
    // The progress of an action that can't be stopped has no control.
    (next ?? bar.current?.querySelector("input") ?? bar.current)?.focus({ preventScroll: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-deps -- runs when the content changes
  }, [bar, content]);
}

/** When the bar is removed with the focus, the focus goes back to the list. */
function useFocusAfterwards(list: RefObject<HTMLElement | null> | undefined): void {
  useEffect(
    () => () => {
      const isLost = !document.activeElement || document.activeElement === document.body;
      if (isLost) (lastFocused() ?? list?.current)?.focus({ preventScroll: true });
    },
    [list],
  );
}

function SelectAll({
  selection: { ids, selectable, replace },
}: {
  selection: Pick<Selection, "ids" | "selectable" | "replace">;
}) {
  const ref = useRef<HTMLInputElement>(null);
  const selected = selectable.filter((id) => ids.has(id)).length;
  const all = selected > 0 && selected === selectable.length;
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = selected > 0 && !all;
  }, [selected, all]);
  return (
    <label className={classes.all}>
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
      Select all {formatCount(selectable.length)}
    </label>
  );
}
