import type { ListeningStore, StartListening } from "#session/appExtra.ts";
import { undoNewest } from "./actions/undo.ts";
import { startOutbox } from "./keeping/startOutbox.ts";
import { countUnsent } from "./keeping/unsent.ts";
import type { WithChanges } from "./queue/change.ts";
import { wholeSlice } from "./queue/wholeSlice.ts";
import { startResolver } from "./sending/resolveDoubts.ts";
import { startSender } from "./sending/sendChanges.ts";

/** Changes from before a reload come first: they are older than those of this page. */
async function startChanges(
  startListening: StartListening<WithChanges>,
  store: ListeningStore<WithChanges>,
): Promise<void> {
  await startOutbox(startListening, store);
  startSender(startListening, store);
  startResolver(startListening, store);
}

/** Sends and keeps the changes of tasks on every signed-in screen. */
export const storeParts = {
  slices: [wholeSlice],
  listeners: [startChanges],
};

export { countUnsent, undoNewest };
