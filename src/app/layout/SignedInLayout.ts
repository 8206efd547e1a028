import { startBoardListeners } from "#features/board/moves/boardListeners.ts";
import { boardSlice } from "#features/board/moves/boardSlice.ts";
import { startOutboxListeners } from "#features/board/outbox/outboxListeners.ts";
import { startTaskFormListeners } from "#features/tasks/form/taskFormListeners.ts";
import { startUserListListeners } from "#features/users/userListListeners.ts";

/** What every screen of a signed-in user needs in the store: moves are sent on all of them. */
export const storeParts = {
  slices: [boardSlice],
  listeners: [
    startBoardListeners,
    startOutboxListeners,
    startTaskFormListeners,
    startUserListListeners,
  ],
};

export { lastSeenPlan } from "#app/lastSeenPlan.ts";
export { default } from "./AppLayout.tsx";
