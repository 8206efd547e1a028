import { boardSlice } from "#features/changes/boardSlice.ts";
import { startChangesListeners } from "#features/changes/changesListeners.ts";
import { changesSlice } from "#features/changes/changesSlice.ts";
import { startTaskFormListeners } from "#features/tasks/form/taskFormListeners.ts";
import { startUserListListeners } from "#features/users/userListListeners.ts";

/** The store parts of every signed-in screen: changes are sent on all of them. */
export const storeParts = {
  slices: [changesSlice, boardSlice],
  listeners: [startChangesListeners, startTaskFormListeners, startUserListListeners],
};

export { default } from "./AppLayout.tsx";
