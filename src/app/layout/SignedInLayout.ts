import { boardSlice } from "#features/board/moves/boardSlice.ts";
import { hasStored } from "#features/board/outbox/hasStored.ts";
import { startBoardListeners } from "#features/board/sending/boardListeners.ts";
import { loadSending } from "#features/board/sending/loadSending.ts";
import { startTaskFormListeners } from "#features/tasks/form/taskFormListeners.ts";
import { startUserListListeners } from "#features/users/userListListeners.ts";

/** The store parts of every signed-in screen: moves are sent on all of them. */
export const storeParts = {
  slices: [boardSlice],
  listeners: [startBoardListeners, startTaskFormListeners, startUserListListeners],
};

/** Moves from before a reload must be shown at once, so their code is awaited. */
export const restored = hasStored() ? loadSending().catch(() => undefined) : undefined;

export { default } from "./AppLayout.tsx";
