import type { StoredChange } from "#features/changes/queue/change.ts";

/** The changes in all lists of the storage, by id, field and time of the user's action. */
export function storedTimes(): Set<string> {
  const found = new Set<string>();
  for (let index = 0; index < localStorage.length; index += 1) {
    const key = localStorage.key(index) ?? "";
    if (!key.includes("taskdeck:outbox:")) continue;
    for (const { id, what, want } of JSON.parse(
      localStorage.getItem(key) ?? "[]",
    ) as StoredChange[])
      found.add(`${id} ${what} ${want.when}`);
  }
  return found;
}
