import { boardSlice } from "#features/board/moves/boardSlice.ts";
import type { StoreParts } from "#lib/storeParts.ts";
import { startOutboxListeners } from "./outboxListeners.ts";
import { startSendListeners } from "./sendListeners.ts";

export { countUnsent } from "./countUnsent.ts";
export { handleSessionEnd } from "./outboxListeners.ts";
export { undoLatest } from "./undoLatest.ts";

/** The outbox restores moves into the slice, so the slice must be in place first. */
export const storeParts: StoreParts = {
  slices: [boardSlice],
  listeners: [startOutboxListeners, startSendListeners],
};
