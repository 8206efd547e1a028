import type { KeptEntry, Records } from "#sync/lastVisit/records.ts";

/** The records of one browser, for tabs that are stores in one test. Changes run one at a time. */
export function fakeRecords() {
  const entries = new Map<string, KeptEntry>();
  let owner: string | undefined;
  let last: Promise<void> = Promise.resolve();
  const records: Records = {
    read: () => Promise.resolve({ owner, entries: [...entries.values()] }),
    change: async (decide) => {
      const before = last;
      const done = before.then(() => {
        const change = decide(owner);
        if (change?.clear) {
          owner = undefined;
          entries.clear();
        }
        owner = change?.owner ?? owner;
        for (const [slot, entry] of change?.put ?? []) {
          if (entry) entries.set(slot, entry);
          else entries.delete(slot);
        }
      });
      last = done.catch(() => undefined);
      await done;
    },
    remove: () => Promise.resolve(),
  };
  return {
    records,
    entries,
    owner: () => owner,
    /** Blocks all later changes until the returned function is called, as another tab's transaction does. */
    hold(): () => void {
      const gate = Promise.withResolvers<void>();
      last = last.then(() => gate.promise);
      return () => gate.resolve();
    },
  };
}
