import { loadCode } from "#lib/lazyPart.tsx";
import type { AppExtra } from "#session/appExtra.ts";
import type * as sending from "./sending.ts";

export type Sending = typeof sending;

let loaded: Sending | undefined;

/** The code that sends and keeps moves, if it has arrived. */
export const loadedSending = (): Sending | undefined => loaded;

/** Loads the code that sends and keeps moves. Its listeners start at the store's next action. */
export async function loadSending(attempts = 2, delayMs = 0): Promise<Sending> {
  loaded = await loadCode(
    () => import(/* webpackChunkName: "sending" */ "./sending.ts"),
    attempts,
    delayMs,
  );
  return loaded;
}

const started = new WeakSet<AppExtra>();

/** Notes that the code's listeners have started in the store with this extra argument. */
export const markStarted = (extra: AppExtra): void => void started.add(extra);

export const hasStarted = (extra: AppExtra): boolean => started.has(extra);
