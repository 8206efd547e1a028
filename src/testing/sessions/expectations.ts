import { expect } from "@jest/globals";
import { secretOf, USERS } from "./server.ts";
import { userOf } from "./steps.ts";
import type { Tab } from "./tab.ts";
import type { World, WorldOptions } from "./world.ts";

/** The data in a tab: cache, slices and drafts. */
function contentsOf({ store, storage }: Tab): string {
  return JSON.stringify([store.getState(), [...storage]]);
}

/** Must hold after each step. */
export function checkNow(world: World, { hasLocks }: WorldOptions, expiryToasts: number): void {
  const found = world.violations.filter((it) => hasLocks || it !== "two refreshes are in flight");
  expect(found).toEqual([]);
  expect(world.server.reuses).toBe(0);
  for (const { statuses } of world.tabs) {
    // An expired session leads to sign-in or to a new session.
    expect(statuses.join(" ")).not.toMatch(/expired (?!signedOut|signedIn)/);
  }
  // Only the server's refusal may expire a session.
  const expiries = world.tabs.flatMap(({ statuses }) => statuses).filter((it) => it === "expired");
  if (expiries.length > 0) expect(world.refusals).toBeGreaterThan(0);
  expect(expiryToasts).toBe(expiries.length);
}

/** Must hold when every event has arrived. */
export function checkSettled(world: World): void {
  expect(world.waiting.size).toBe(0);
  const token = world.shared.get("refreshToken") ?? null;
  const stored = JSON.parse(world.shared.get("user") ?? "null") as { id: string } | null;
  const user = token === null ? null : (stored?.id ?? null);
  for (const one of world.tabs) {
    // All tabs show the stored user.
    expect(userOf(one)).toBe(user);
    // No data of another user remains.
    const others = USERS.filter((name) => name !== user);
    // After an expired session the user's own drafts remain.
    const contents = user === null ? JSON.stringify(one.store.getState()) : contentsOf(one);
    for (const other of others) {
      // A failure shows the text before the leaked data, not the whole contents.
      expect(
        contents
          .split(secretOf(other))
          .slice(0, -1)
          .map((text) => text.slice(-80)),
      ).toEqual([]);
    }
    if (world.shared.get("sessionEnd") === "signedOut") expect([...one.storage]).toEqual([]);
  }
  if (user === null) {
    for (const [key, value] of world.shared) {
      expect([key, value]).not.toEqual([key, expect.stringMatching(/ada|bob/)]);
    }
  }
}
