import { boardSlice } from "#features/board/data/boardSlice.ts";
import {
  startChangesLoader,
  startFirstStore,
  startOwnerListener,
} from "#features/changes/changesListeners.ts";
import { changesSlice } from "#features/changes/queue/changesSlice.ts";
import { startSeenJobsListener } from "#features/inbox/seenJobs.ts";

/** The store parts of every signed-in screen: users change tasks on all of them. */
export const storeParts = {
  slices: [changesSlice, boardSlice],
  listeners: [startOwnerListener, startFirstStore, startChangesLoader, startSeenJobsListener],
};

export { default } from "./AppLayout.tsx";
