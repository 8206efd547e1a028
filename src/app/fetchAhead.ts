import { selectIsAdmin, selectIsSignedIn } from "#features/auth/sessionSlice.ts";
import { selectIsOffline } from "#features/connection/connectionSlice.ts";
import { loadCharts } from "#features/dashboard/lazyCharts.ts";
import { loadTaskDialog } from "#features/tasks/LazyTaskDialog.tsx";
import { loadConflict } from "#features/tasks/lazyConflict.ts";
import { pause } from "#lib/pause.ts";
import { whenIdle } from "#lib/whenIdle.ts";
import { loaders } from "./pages.ts";
import type { AppStore, RootState } from "./store.ts";

/** Fetches a part of the app. Fetched before, it costs nothing. */
type Load = () => Promise<unknown>;

/** In the order in which they would be missed. */
const PARTS: readonly Load[] = [
  loaders.board,
  loadTaskDialog,
  loaders.task,
  loaders.tasks,
  loaders.profile,
  loadConflict,
  loaders.dashboard,
  loadCharts,
];
const PARTS_OF_ADMINS: readonly Load[] = [loaders.users, loaders.teams, loaders.audit];

/** ms that belong to what somebody came for. */
const FIRST = 3_000;

/** Settles as soon as the store is as asked. */
function until({ getState, subscribe }: AppStore, holds: (state: RootState) => boolean) {
  return new Promise<void>((resolve) => {
    const look = () => {
      if (!holds(getState())) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = subscribe(look);
    look();
  });
}

/**
 * Fetches the code of all screens and forms, one after the other, while somebody is signed in and
 * the browser has nothing better to do: without a connection it couldn't come when it is wanted.
 */
export async function fetchAhead(
  store: AppStore,
  {
    parts = PARTS,
    ofAdmins = PARTS_OF_ADMINS,
    first = pause(FIRST),
    idle = whenIdle,
  }: {
    parts?: readonly Load[];
    ofAdmins?: readonly Load[];
    first?: Promise<void>;
    idle?: () => Promise<void>;
  } = {},
): Promise<void> {
  await first;
  for (const load of [...parts, ...ofAdmins]) {
    await until(store, (state) => selectIsSignedIn(state) && !selectIsOffline(state));
    if (ofAdmins.includes(load) && !selectIsAdmin(store.getState())) continue;
    await idle();
    // It is asked for once more where it is shown.
    await load().catch(() => undefined);
  }
}
