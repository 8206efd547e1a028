import { selectIsOffline, type WithConnection } from "./connectionSlice.ts";
import type { HealingState } from "./healingSlice.ts";

export type WithHealing = WithConnection & { healing: HealingState };

/**
 * Whether a query's failure needs no toast: the shell says already that the connection is gone, or
 * the app itself has asked once more for what is known to be missing.
 */
export function selectIsQuiet(state: WithHealing, queryCacheKey: string): boolean {
  return selectIsOffline(state) || state.healing[queryCacheKey] !== undefined;
}
