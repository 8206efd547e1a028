import type { WithApi } from "#api/api.ts";
import type { LastVisit } from "./lastVisit.ts";
import type { KeptEntry } from "./records.ts";

/** The maximum length of all entries together, in characters. */
const MAX_CHARS = 3_000_000;

/** The parts of the query cache that are stored for the next visit. */
export interface LastVisitPlan<State> {
  /**
   * The slot of a query, by its endpoint's name; null if the query is not stored. Each slot stores
   * one query.
   */
  slots: Readonly<Record<string, (arg: unknown) => string | null>>;
  /** The value that the screen shows instead of the cached one, by endpoint. */
  shown: Readonly<Record<string, (state: State) => unknown>>;
  /** The parts of the state on which the entries depend. */
  watched: (state: State) => readonly unknown[];
}

interface Found {
  endpointName: string;
  arg: unknown;
  value: unknown;
  /** The time of the server's response, in ms since 1970. */
  time: number;
}

/** The newest response of each slot. */
function find<State extends WithApi>(state: State, { slots, shown }: LastVisitPlan<State>) {
  const found = new Map<string, Found>();
  for (const query of Object.values(state.api.queries)) {
    if (!query?.fulfilledTimeStamp || query.data === undefined) continue;
    const { endpointName, originalArgs: arg, fulfilledTimeStamp: time } = query;
    const slot = slots[endpointName]?.(arg);
    if (!slot || (found.get(slot)?.time ?? 0) > time) continue;
    const value = shown[endpointName]?.(state) ?? query.data;
    found.set(slot, { endpointName, arg, value, time });
  }
  return found;
}

/** Writes the entries that changed since the last call. Deletes those that exceed the maximum. */
export function createLastVisitWriter<State extends WithApi>(
  lastVisit: LastVisit,
  plan: LastVisitPlan<State>,
) {
  const written = new Map<string, unknown>();
  const sizes = new Map<string, number>();

  return async (userId: string, state: State): Promise<void> => {
    const changes = new Map<string, KeptEntry | null>();
    for (const [slot, { endpointName, arg, value }] of find(state, plan)) {
      if (written.get(slot) === value) continue;
      written.set(slot, value);
      const json = JSON.stringify(value);
      sizes.delete(slot);
      const others = [...sizes.values()].reduce((sum, size) => sum + size, 0);
      const fits = others + json.length <= MAX_CHARS;
      if (fits) sizes.set(slot, json.length);
      changes.set(slot, fits ? { endpointName, arg, json, at: Date.now() } : null);
    }
    if (changes.size > 0) await lastVisit.keep(userId, changes);
  };
}
