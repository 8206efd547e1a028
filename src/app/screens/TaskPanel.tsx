import { ChevronDown, ChevronUp, Maximize2 } from "lucide-react";
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { useDispatch, useSelector } from "react-redux";
import { matchPath, useLocation, useNavigate } from "react-router-dom";
import type { AppDispatch, RootState } from "#app/state/rootReducer.ts";
import { TASK_STATUSES } from "#contract/task.ts";
import { cardRevealed } from "#features/board/data/boardSlice.ts";
import { useFilteredBoard } from "#features/board/filter/useFilteredBoard.ts";
import { selectShownBoard } from "#features/changes/shown/shownBoard.ts";
import { filtersSlice } from "#features/filters/filtersSlice.ts";
import { TaskScreen } from "#features/tasks/page/TaskScreen.tsx";
import { startTasksListeners } from "#features/tasks/tasksListeners.tsx";
import { openedOver } from "#lib/address/openedOver.ts";
import { paths } from "#lib/address/paths.ts";
import { useCommand } from "#lib/commands/useCommand.ts";
import { today } from "#lib/dates/day.ts";
import { IconButton } from "#ui/button/IconButton.tsx";
import classes from "./TaskPanel.module.css";

export const storeParts = { slices: [filtersSlice], listeners: [startTasksListeners] };

const TYPING = "input, textarea, select, [contenteditable]";

/** Whether the arrow keys scroll the element that has the focus. */
const isScroller = (): boolean => document.activeElement?.matches('[tabindex="0"]') ?? false;

/** The task's neighbours in the order of the shown columns; undefined at the ends. */
function useNeighbours(id: string): { previous: string | undefined; next: string | undefined } {
  const all = useSelector((state: RootState) => selectShownBoard(state));
  const filtered = useFilteredBoard(today())?.columns;
  const cards = TASK_STATUSES.flatMap((status) => filtered?.[status].cards ?? all?.[status] ?? []);
  const index = cards.findIndex((card) => card.id === id);
  if (index < 0) return { previous: undefined, next: undefined };
  return { previous: cards[index - 1]?.id, next: cards[index + 1]?.id };
}

/** Makes the board beneath inert, which hides it from the keyboard and from screen readers. */
function useInertBoard(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const board = panel.current?.parentElement?.querySelector<HTMLElement>(":scope > :first-child");
    board?.toggleAttribute("inert", true);
    // For assistive technology that does not know `inert`.
    board?.setAttribute("aria-hidden", "true");
    return () => {
      board?.removeAttribute("inert");
      board?.removeAttribute("aria-hidden");
    };
  }, [panel]);
}

/** The panel's heading, or the panel until it has one. Orca reads all texts of a focused panel. */
const startOf = (panel: HTMLElement | null): HTMLElement | null =>
  panel?.querySelector("h1") ?? panel;

/** Moves the focus to the heading of each task that the panel shows. */
function useHeadingFocus(panel: RefObject<HTMLElement | null>, id: string): void {
  const focusedId = useRef<string>(null);
  useLayoutEffect(() => {
    panel.current?.scrollTo?.(0, 0);
    startOf(panel.current)?.focus({ preventScroll: true });
  }, [panel, id]);
  // Runs after each render: the heading may arrive later than the panel. A focus that the user has
  // moved stays, such as in a picker.
  useEffect(() => {
    const focused = document.activeElement;
    const isUnmoved = focused === panel.current || focused === document.body;
    if (focusedId.current === id || !isUnmoved) return;
    const heading = panel.current?.querySelector("h1");
    heading?.focus({ preventScroll: true });
    if (heading) focusedId.current = id;
  });
}

/**
 * On closing, focuses the card of the last task. Scrolls to it only if it isn't the first task of
 * the panel.
 */
function useReturnToCard(id: string): void {
  const dispatch = useDispatch<AppDispatch>();
  const openedId = useRef(id);
  const comeBack = useEffectEvent(() => {
    const link = document.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"] a`);
    if (id === openedId.current && link) link.focus({ preventScroll: true });
    else dispatch(cardRevealed({ cardId: id }));
    const isLost = !document.activeElement || document.activeElement === document.body;
    if (isLost) document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  });
  // Runs after the commit, because React itself restores the focus during the commit.
  useEffect(() => () => comeBack(), []);
}

/** Closes on Escape. In a field the first Escape only leaves the field. */
function useEscape(panel: RefObject<HTMLElement | null>, onClose: () => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]")) return;
    event.preventDefault();
    if (event.target instanceof Element && event.target.matches(TYPING))
      startOf(panel.current)?.focus();
    else onClose();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

/**
 * Shows a task in a panel over the board, which stays as it was. On a phone the panel covers the
 * board.
 * @param path the task's address
 */
export default function TaskPanel({ path }: { path: string }) {
  const id = matchPath(paths.task(":id"), path)?.params["id"] ?? "";
  const board = useLocation();
  const navigate = useNavigate();
  const panel = useRef<HTMLElement>(null);
  const isClosing = useRef(false);
  const { previous, next } = useNeighbours(id);

  function close() {
    // A second Escape must not go back further.
    if (isClosing.current) return;
    isClosing.current = true;
    void navigate(-1);
  }

  function show(other: string | undefined): boolean {
    if (other === undefined) return false;
    void navigate(paths.task(other), { replace: true, state: openedOver(board) });
    return true;
  }

  useInertBoard(panel);
  useReturnToCard(id);
  useHeadingFocus(panel, id);
  useEscape(panel, close);
  useCommand("nextTask", () => show(next));
  useCommand("previousTask", () => show(previous));
  useCommand("cardRight", () => !isScroller() && show(next));
  useCommand("cardLeft", () => !isScroller() && show(previous));

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a second way to close for the pointer; Escape and Back do the same */}
      <div className={classes.scrim} onClick={close} />
      <section
        ref={panel}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an open <dialog> would disable the keys of all commands
        role="dialog"
        aria-label="Task"
        tabIndex={-1}
        className={classes.panel}
      >
        <TaskScreen
          id={id}
          onLeave={close}
          tools={
            <div className={classes.tools}>
              <IconButton
                label="Previous task (k)"
                icon={<ChevronUp />}
                size="sm"
                aria-disabled={previous === undefined}
                onClick={() => show(previous)}
              />
              <IconButton
                label="Next task (j)"
                icon={<ChevronDown />}
                size="sm"
                aria-disabled={next === undefined}
                onClick={() => show(next)}
              />
              <IconButton
                label="Open as a page"
                icon={<Maximize2 />}
                size="sm"
                onClick={() => void navigate(path, { replace: true })}
              />
            </div>
          }
        />
      </section>
    </>
  );
}
