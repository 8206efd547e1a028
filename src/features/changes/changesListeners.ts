import { serverUnreachable } from "#api/connectionEvents.ts";
import { whenIdle } from "#lib/whenIdle.ts";
import type { ListeningStore, StartListening } from "#session/appExtra.ts";
import { selectReturnCount } from "#sync/connection/connectionSlice.ts";
import { toastNotLoaded } from "#ui/toasts/toastNotLoaded.tsx";
import { firstStore, hasStored, holdList } from "./keeping/listStorage.ts";
import { loadChanges } from "./loadChanges.ts";
import type { WithChanges } from "./queue/change.ts";
import { otherUserArrived } from "./queue/changesSlice.ts";
import { selectOwner } from "./queue/owner.ts";

/** Removes the changes of a former user. */
export function startOwnerListener(
  startListening: StartListening<WithChanges>,
  { dispatch }: Pick<ListeningStore<WithChanges>, "dispatch">,
): void {
  startListening({
    predicate: (_action, state, before) => {
      const [owner, former] = [selectOwner(state), selectOwner(before)];
      return owner !== null && former !== null && owner !== former;
    },
    effect: () => void dispatch(otherUserArrived()),
  });
}

/** Stores changes until the outbox does. */
export function startFirstStore(
  startListening: StartListening<WithChanges>,
  { extra }: Pick<ListeningStore<WithChanges>, "extra">,
): void {
  holdList(extra.clientId, extra.locks);
  startListening(firstStore);
}

/** Loads the code that sends changes: when the page is idle, or at once if there are changes. */
export function startChangesLoader(
  startListening: StartListening<WithChanges>,
  { dispatch, getState }: Pick<ListeningStore<WithChanges>, "dispatch" | "getState">,
): void {
  async function load(start?: Promise<void>): Promise<void> {
    await start;
    try {
      await loadChanges();
    } catch {
      if (Object.keys(getState().changes.entries).length === 0) return;
      dispatch(serverUnreachable());
      void toastNotLoaded("The code that sends your changes could not be loaded.");
    }
  }
  void load(hasStored() ? undefined : whenIdle());
  startListening({
    predicate: (_action, state, before) =>
      state.changes.entries !== before.changes.entries ||
      selectReturnCount(state) !== selectReturnCount(before),
    effect: () => load(),
  });
}
