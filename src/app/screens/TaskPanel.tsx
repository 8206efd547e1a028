import { ChevronDown, ChevronUp, Maximize2 } from "lucide-react";
import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useDispatch, useSelector } from "react-redux";
import { matchPath, useLocation, useNavigate } from "react-router-dom";
import type { AppDispatch, RootState } from "#app/state/rootReducer.ts";
import { TASK_STATUSES, type TaskStatus } from "#contract/task.ts";
import { cardRevealed } from "#features/board/data/boardSlice.ts";
import { boardFiltersSlice } from "#features/board/filter/boardFiltersSlice.ts";
import { useFilteredBoard } from "#features/board/filter/useFilteredBoard.ts";
import { selectShownBoard } from "#features/changes/shown/shownBoard.ts";
import { filtersSlice } from "#features/filters/filtersSlice.ts";
import { TaskScreen } from "#features/tasks/page/TaskScreen.tsx";
import { startTasksListeners } from "#features/tasks/tasksListeners.tsx";
import { openedOver, type TaskOrder } from "#lib/address/openedOver.ts";
import { paths } from "#lib/address/paths.ts";
import { useCommand } from "#lib/commands/useCommand.ts";
import { today } from "#lib/dates/day.ts";
import { IconButton } from "#ui/button/IconButton.tsx";
import { focusRow, rowsIn } from "#ui/lists/rows.ts";
import classes from "./TaskPanel.module.css";

export const storeParts = {
  slices: [filtersSlice, boardFiltersSlice],
  listeners: [startTasksListeners],
};

const TYPING = "input, textarea, select, [contenteditable]";

/** Whether the arrow keys scroll the element that has the focus. */
const isScroller = (): boolean => document.activeElement?.matches('[tabindex="0"]') ?? false;

/** The tasks of the board in the order of the shown columns, which render only a part of them. */
function useBoardOrder(): string[] {
  const all = useSelector((state: RootState) => selectShownBoard(state));
  const filtered = useFilteredBoard(today())?.columns;
  const cardsOf = (status: TaskStatus) => filtered?.[status].cards ?? all?.[status] ?? [];
  return TASK_STATUSES.flatMap((status) => cardsOf(status).map(({ id }) => id));
}

/** The tasks of the screen beneath in their order there. */
const shownOrder = (): string[] =>
  rowsIn(document.querySelector("main")).flatMap(({ dataset }) => dataset["card"] ?? []);

/** The task's neighbours on the screen beneath, or where it was opened; undefined at the ends. */
function useNeighbours(id: string, isBoard: boolean, order: TaskOrder) {
  const board = useBoardOrder();
  const ids = isBoard && board.includes(id) ? board : (order ?? shownOrder());
  const index = ids.indexOf(id);
  if (index < 0) return { previous: undefined, next: undefined };
  return { previous: ids[index - 1], next: ids[index + 1] };
}

/** Makes the screen beneath inert and still, which hides it from the keyboard and from screen readers. */
function useInertScreen(panel: RefObject<HTMLElement | null>): void {
  useWholeWidth();
  useLayoutEffect(() => {
    const screen = panel.current?.parentElement?.querySelector(":scope > :first-child");
    screen?.toggleAttribute("inert", true);
    // For assistive technology that does not know `inert`.
    screen?.setAttribute("aria-hidden", "true");
    return () => {
      screen?.removeAttribute("inert");
      screen?.removeAttribute("aria-hidden");
    };
  }, [panel]);
}

/** While the panel is open the page doesn't scroll, and the panel covers the gutter of its scroll bar. */
function useWholeWidth(): void {
  useLayoutEffect(() => {
    // On a phone it is a page. Must agree with TaskPanel.module.css.
    if (window.matchMedia("(max-width: 52rem), (max-height: 30rem)").matches) return undefined;
    const { style, clientWidth } = document.documentElement;
    const gutter = window.innerWidth - clientWidth;
    Object.assign(style, {
      overflow: "hidden",
      scrollbarGutter: "auto",
      paddingInlineEnd: `${gutter}px`,
    });
    return () => {
      Object.assign(style, { overflow: "", scrollbarGutter: "", paddingInlineEnd: "" });
    };
  }, []);
}

/** The panel's heading, or the panel until it has one. Orca reads all texts of a focused panel. */
const startOf = (panel: HTMLElement | null): HTMLElement | null =>
  panel?.querySelector("h1") ?? panel;

/** Moves the focus to the heading of each task that the panel shows. */
function useHeadingFocus(panel: RefObject<HTMLElement | null>, id: string): void {
  useLayoutEffect(() => {
    panel.current?.scrollTo?.(0, 0);
    startOf(panel.current)?.focus({ preventScroll: true });
  }, [panel, id]);
  useEffect(() => {
    const element = panel.current;
    if (!element || element.querySelector("h1")) return undefined;
    const observer = new MutationObserver(() => {
      const heading = element.querySelector("h1");
      if (!heading) return;
      observer.disconnect();
      // A focus that the user has moved stays, such as in a picker.
      const focused = document.activeElement;
      if (focused === element || focused === document.body) heading.focus({ preventScroll: true });
    });
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [panel, id]);
}

/**
 * On closing, focuses the row or card of the last task, or else what had the focus before. Scrolls to it
 * only if it isn't the first task of the panel.
 */
function useReturnToRow(id: string, isBoard: boolean): void {
  const dispatch = useDispatch<AppDispatch>();
  const [openedBy] = useState(() => document.activeElement);
  const openedId = useRef(id);
  const comeBack = useEffectEvent(() => {
    const focus = (element: Element | null | undefined) =>
      element instanceof HTMLElement && element.focus({ preventScroll: true });
    const row = document.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`);
    if (id === openedId.current) focus(row?.querySelector("a") ?? openedBy);
    else if (isBoard) dispatch(cardRevealed({ cardId: id }));
    else focusRow(row ?? undefined);
    const isLost = () => !document.activeElement || document.activeElement === document.body;
    if (isLost()) focus(openedBy);
    if (isLost()) focus(document.querySelector("main h1"));
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

/** The buttons that lead to the tasks beside this one, and to its page. */
function PanelTools({
  show,
  previous,
  next,
  onPage,
}: {
  show: (id: string | undefined) => void;
  previous: string | undefined;
  next: string | undefined;
  onPage: () => void;
}) {
  return (
    <div className={classes.tools}>
      <IconButton
        label="Previous task"
        keys="k"
        icon={<ChevronUp />}
        size="sm"
        aria-disabled={previous === undefined}
        onClick={() => show(previous)}
      />
      <IconButton
        label="Next task"
        keys="j"
        icon={<ChevronDown />}
        size="sm"
        aria-disabled={next === undefined}
        onClick={() => show(next)}
      />
      <IconButton label="Open as a page" icon={<Maximize2 />} size="sm" onClick={onPage} />
    </div>
  );
}

/**
 * Shows a task in a panel over another screen, which stays as it was. On a phone the panel covers it.
 * @param path the task's address
 */
export default function TaskPanel({ path, order }: { path: string; order: TaskOrder }) {
  const id = matchPath(paths.task(":id"), path)?.params["id"] ?? "";
  const beneath = useLocation();
  const isBoard = beneath.pathname === paths.board;
  const navigate = useNavigate();
  const panel = useRef<HTMLElement>(null);
  const isClosing = useRef(false);
  const { previous, next } = useNeighbours(id, isBoard, order);
  useEffect(() => {
    isClosing.current = false;
  }, [id]);

  function close() {
    // A second Escape must not go back further.
    if (isClosing.current) return;
    isClosing.current = true;
    void navigate(-1);
  }

  function show(other: string | undefined): boolean {
    if (other === undefined) return false;
    void navigate(paths.task(other), { replace: true, state: openedOver(beneath, order) });
    return true;
  }

  useInertScreen(panel);
  useReturnToRow(id, isBoard);
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
          onCreated={show}
          tools={
            <PanelTools
              show={show}
              previous={previous}
              next={next}
              onPage={() => void navigate(path, { replace: true })}
            />
          }
        />
      </section>
    </>
  );
}
