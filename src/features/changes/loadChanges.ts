import { loadCode } from "#lib/lazyPart.tsx";
import type * as laterPart from "./laterPart.ts";

type Code = typeof laterPart;

let loading: Promise<Code> | null = null;
let loaded: Code | null = null;

/** The code that sends, keeps and undoes changes; null until it has loaded. */
export const loadedChanges = (): Code | null => loaded;

async function load(): Promise<Code> {
  try {
    loaded = await loadCode(() => import(/* webpackChunkName: "changes" */ "./laterPart.ts"));
    return loaded;
  } catch (failure) {
    loading = null;
    throw failure;
  }
}

/** Loads that code, once. After a failure the next call tries again. */
export function loadChanges(): Promise<Code> {
  loading ??= load();
  return loading;
}
