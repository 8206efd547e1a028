import { useEffect, useMemo, useRef, useState } from "react";
import { useDispatch } from "react-redux";
import { TASK_STATUSES } from "#contract/task.ts";
import { useGetBoardQuery } from "#features/board/boardApi.ts";
import { DRAG_INSTRUCTIONS, DRAG_INSTRUCTIONS_ID } from "#features/board/dragging/announcements.ts";
import { useDragArea } from "#features/board/dragging/useDragArea.ts";
import type { WithBoard } from "#features/board/moves/boardSelectors.ts";
import { undoMove } from "#features/board/moves/undoMove.ts";
import { useGetUsersQuery } from "#features/users/usersApi.ts";
import { today as currentDay } from "#lib/day.ts";
import { usePageTitle } from "#lib/hooks.ts";
import { useShortcut } from "#lib/useShortcut.ts";
import type { StoreDispatch } from "#session/extra.ts";
import { Button } from "#ui/Button.tsx";
import { ErrorState } from "#ui/ErrorState.tsx";
import { PageHeader } from "#ui/PageHeader.tsx";
import classes from "./BoardPage.module.css";
import { BoardSkeleton } from "./BoardSkeleton.tsx";
import { Column } from "./Column.tsx";
import { useFollowFocus } from "./useFollowFocus.ts";

const FRESH = {
  refetchOnMountOrArgChange: true,
  refetchOnFocus: true,
} as const;

/** /kanban (§2): the tasks in three columns, moved by mouse, touch, keyboard or menu. */
export default function BoardPage() {
  usePageTitle("Progress");
  const { state, refetch } = useGetBoardQuery(undefined, {
    ...FRESH,
    // Not the cards: they are the columns' business, and the page need not render for them.
    selectFromResult: ({ data, error }) => ({
      state: data ? "loaded" : error ? "failed" : "loading",
    }),
  });
  return (
    <div className={classes.page}>
      <PageHeader title="Kanban Board" subtitle="Drag and drop tasks between columns" />
      {state === "loading" && <BoardSkeleton />}
      {state === "failed" && (
        <ErrorState
          title="Failed to load kanban board"
          text="Check your connection, then try again."
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      )}
      {state === "loaded" && <Columns />}
    </div>
  );
}

function Columns() {
  const dispatch = useDispatch<StoreDispatch<WithBoard>>();
  useShortcut("mod+z", () => dispatch(undoMove()));
  const { users } = useGetUsersQuery(undefined, {
    selectFromResult: ({ data }) => ({ users: data }),
  });
  const names = useMemo(() => new Map(users?.map(({ id, name }) => [id, name])), [users]);
  const today = useToday();
  const element = useRef<HTMLDivElement>(null);
  useFollowFocus(element);
  const { Area, cards } = useDragArea(element);
  return (
    <>
      <p id={DRAG_INSTRUCTIONS_ID} hidden>
        {DRAG_INSTRUCTIONS}
      </p>
      <div ref={element} className={classes.columns}>
        {TASK_STATUSES.map((status) => (
          <Column key={status} status={status} names={names} today={today} />
        ))}
      </div>
      {Area && <Area board={element} cards={cards} names={names} today={today} />}
    </>
  );
}

/** The user's day, also for a board that stays open over midnight. */
function useToday(): string {
  const [today, setToday] = useState(currentDay);
  useEffect(() => {
    const timer = setInterval(() => setToday(currentDay()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return today;
}
