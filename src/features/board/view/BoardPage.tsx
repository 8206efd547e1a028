import { type ComponentProps, useRef } from "react";
import { useSelector } from "react-redux";
import { ALWAYS_FRESH } from "#api/alwaysFresh.ts";
import { adviceOf } from "#api/errors.ts";
import { TASK_STATUSES } from "#contract/task.ts";
import { DRAG_INSTRUCTIONS, DRAG_INSTRUCTIONS_ID } from "#features/board/cards/dragInstructions.ts";
import { useGetBoardQuery } from "#features/board/data/boardApi.ts";
import { BOARD_DRAG } from "#features/board/dragging/boardDrag.ts";
import { boardFiltersSlice } from "#features/board/filter/boardFiltersSlice.ts";
import type { FilteredBoard } from "#features/board/filter/filterBoard.ts";
import { selectDragging } from "#features/changes/shown/shownBoard.ts";
import { useUndo } from "#features/changes/useUndo.ts";
import { useDragArea } from "#features/dragging/useDragArea.ts";
import { selectionSlice } from "#features/selection/selectionSlice.ts";
import { useUserNames } from "#features/users/useUserNames.ts";
import { withViewLinks } from "#features/views/viewLinks.tsx";
import { usePageTitle, useToday } from "#lib/hooks.ts";
import { ErrorState } from "#ui/page/ErrorState.tsx";
import { PageHeader } from "#ui/page/PageHeader.tsx";
import { Skeleton } from "#ui/page/Skeleton.tsx";
import classes from "./BoardPage.module.css";
import { Column } from "./Column.tsx";
import { useBoardFilter } from "./useBoardFilter.ts";

export const storeParts = { slices: [selectionSlice, boardFiltersSlice] };

/** /kanban (§2): the tasks in three columns. Mouse, touch, keyboard or menu move them. */
function BoardPage() {
  usePageTitle("Kanban Board");
  const { state, error, refetch } = useGetBoardQuery(undefined, {
    ...ALWAYS_FRESH,
    // Selects no cards, so that this page doesn't render when they change.
    selectFromResult: ({ data, error }) => ({
      state: data ? "loaded" : error ? "failed" : "loading",
      error,
    }),
  });
  const today = useToday();
  const { parts, isAwaited, filtered, setFiltered } = useBoardFilter(state === "loaded");
  return (
    <div className={classes.page}>
      <PageHeader
        title="Kanban Board"
        subtitle="Drag and drop tasks between columns"
        actions={
          <>
            <div className={classes.faces}>{parts && <parts.Faces />}</div>
            <div className={classes.filter} data-late-search={parts ? undefined : ""}>
              {parts && <parts.BoardFilter today={today} onFilter={setFiltered} />}
            </div>
          </>
        }
      />
      {parts && <parts.BoardFilterChips filtered={filtered} />}
      {(state === "loading" || (state === "loaded" && isAwaited)) && <BoardSkeleton />}
      {state === "failed" && (
        <ErrorState title="Failed to load kanban board" text={adviceOf(error)} onRetry={refetch} />
      )}
      {state === "loaded" && !isAwaited && (
        <Columns today={today} filtered={filtered} FilteredOut={parts?.FilteredOut} />
      )}
    </div>
  );
}

export default withViewLinks(BoardPage);

function Columns({
  today,
  filtered,
  FilteredOut,
}: {
  today: string;
  filtered: FilteredBoard | null;
  FilteredOut: ComponentProps<typeof Column>["FilteredOut"];
}) {
  useUndo();
  const names = useUserNames();
  const element = useRef<HTMLDivElement>(null);
  const { Area, cards } = useDragArea(element, BOARD_DRAG, useSelector(selectDragging));
  return (
    <>
      <p id={DRAG_INSTRUCTIONS_ID} hidden>
        {DRAG_INSTRUCTIONS}
      </p>
      <div ref={element} className={classes.columns} data-late-keys={Area ? undefined : ""}>
        {TASK_STATUSES.map((status) => (
          <Column
            key={status}
            status={status}
            names={names}
            today={today}
            filtered={filtered?.columns[status]}
            FilteredOut={FilteredOut}
          />
        ))}
      </div>
      {Area && (
        <Area board={element} cards={cards} filtered={filtered} names={names} today={today} />
      )}
    </>
  );
}

const CARDS_PER_COLUMN = [3, 2, 4] as const;

/** The board's layout without content, so that nothing jumps when the board arrives. */
function BoardSkeleton() {
  return (
    <div className={classes.columns}>
      <output className="visually-hidden">Loading the board…</output>
      {TASK_STATUSES.map((status, column) => (
        <div key={status} className={classes.placeholder}>
          <Skeleton className={classes.heading} />
          {Array.from({ length: CARDS_PER_COLUMN[column] ?? 0 }, (_none, card) => (
            <Skeleton key={card} className={classes.card} />
          ))}
        </div>
      ))}
    </div>
  );
}
