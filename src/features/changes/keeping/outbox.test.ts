import { beforeEach, describe, expect, test } from "@jest/globals";
import type { StoredChange } from "#features/changes/queue/change.ts";
import { fakeLocks } from "#testing/stubs/fakeLocks.ts";
import { holdList } from "./listStorage.ts";
import { countStored, createOutbox, discardStored, type Outbox } from "./outbox.ts";

const move = (id: string, more: Partial<StoredChange> = {}): StoredChange => ({
  id,
  what: "status",
  want: { value: "Done", title: `Task ${id}`, at: 1, when: 1, group: 1 },
  from: ["Todo"],
  isSent: false,
  ...more,
});

let tabs = 0;

/** The outbox of a new tab. */
function openTab(locks?: ReturnType<typeof fakeLocks>): Outbox {
  tabs += 1;
  holdList(`tab${tabs}`, locks);
  return createOutbox({ tabId: `tab${tabs}`, locks });
}

/** Opens an outbox and returns the changes that it restores. */
function opened(outbox: Outbox, userId = "ada") {
  const restored: (readonly StoredChange[])[] = [];
  void outbox.open(userId, ({ changes = [] }) => {
    restored.push(changes);
    // Like the store, the test keeps the changes taken over from a closed tab as this tab's own.
    outbox.keep(userId, changes);
  });
  return restored;
}

const keys = () => Object.keys(localStorage).filter((key) => key.startsWith("taskdeck:outbox:"));
/** Waits until a closed tab's lock has been granted to all that requested it before. */
const granted = (locks: ReturnType<typeof fakeLocks>, tab = "gone") =>
  locks.request(`taskdeck:outbox:${tab}`, {}, () => undefined);

/** Stores the list of changes of a closed tab. */
function leave(json: string, { user = "ada", tab = "gone" } = {}) {
  localStorage.setItem(`taskdeck:outbox:${user}:${tab}`, json);
}

beforeEach(() => localStorage.clear());

describe("stored changes of a closed tab", () => {
  test("are taken over once, by the next tab of the same user", async () => {
    const locks = fakeLocks();
    leave(JSON.stringify([move("1"), move("2", { isSent: true })]));
    const first = opened(openTab(locks));
    const second = opened(openTab(locks));
    await granted(locks);
    expect(first).toEqual([[move("1"), move("2", { isSent: true })]]);
    expect(second).toEqual([]);
    expect(countStored("ada")).toBe(2);
    expect(keys()).toHaveLength(1);
  });

  test("are taken over without the Web Locks API", () => {
    leave(JSON.stringify([move("1")]));
    expect(opened(openTab())).toEqual([[move("1")]]);
  });

  test("are taken over by an open tab when their own tab closes", async () => {
    const locks = fakeLocks();
    const life = Promise.withResolvers<void>();
    void locks.request("taskdeck:outbox:other", {}, () => life.promise);
    leave(JSON.stringify([move("1")]), { tab: "other" });
    leave(JSON.stringify([move("2")]));
    const restored = opened(openTab(locks));
    await granted(locks);
    expect(restored).toEqual([[move("2")]]);
    life.resolve();
    await granted(locks, "other");
    expect(restored).toEqual([[move("2")], [move("1")]]);
  });

  test("are not taken over after the user has signed out, and stay stored", async () => {
    const locks = fakeLocks();
    const life = Promise.withResolvers<void>();
    void locks.request("taskdeck:outbox:other", {}, () => life.promise);
    leave(JSON.stringify([move("1")]), { tab: "other" });
    const outbox = openTab(locks);
    const restored = opened(outbox);
    outbox.close();
    life.resolve();
    await granted(locks, "other");
    expect(restored).toEqual([]);
    expect(countStored("ada")).toBe(1);
    expect(opened(outbox)).toEqual([]);
    await granted(locks, "other");
    expect(countStored("ada")).toBe(1);
  });

  test.each(["", "{", "[null]"])("are ignored and deleted if invalid: %j", async (json) => {
    leave(json);
    const locks = fakeLocks();
    const restored = opened(openTab(locks));
    await granted(locks);
    expect(restored).toEqual([]);
    expect(keys()).toEqual([]);
  });
});

describe("stored changes of an open tab", () => {
  test("are not taken over by another tab", async () => {
    const locks = fakeLocks();
    const first = openTab(locks);
    opened(first);
    first.keep("ada", [move("1")]);
    leave(JSON.stringify([move("2")]));
    const second = opened(openTab(locks));
    await granted(locks);
    expect(second).toEqual([[move("2")]]);
  });

  test("are restored when the same user signs in again on the same page", () => {
    const outbox = openTab();
    opened(outbox);
    outbox.keep("ada", [move("1")]);
    outbox.close();
    // Changes that are dropped after the session's end change nothing.
    outbox.keep("ada", []);
    expect(opened(outbox)).toEqual([[move("1")]]);
    // The outbox is open already, and stores the changes of the page.
    expect(opened(outbox)).toEqual([]);
  });

  test("are deleted when all changes are confirmed or discarded", () => {
    const outbox = openTab();
    opened(outbox);
    outbox.keep("ada", [move("1")]);
    outbox.keep("ada", []);
    expect(keys()).toEqual([]);
    outbox.keep("ada", [move("1")]);
    leave(JSON.stringify([move("2")]));
    discardStored("ada");
    expect(keys()).toEqual([]);
  });
});

test("another user's sign-in deletes the stored changes and restores none", async () => {
  const locks = fakeLocks();
  const outbox = openTab(locks);
  opened(outbox);
  outbox.keep("ada", [move("1")]);
  leave(JSON.stringify([move("2")]));
  outbox.close();
  const restored = opened(outbox, "bob");
  await granted(locks);
  expect(restored).toEqual([]);
  expect(keys()).toEqual([]);
  // The former user's changes can't be stored during the new user's session either.
  outbox.keep("ada", [move("1")]);
  expect(keys()).toEqual([]);
});

test("user ids may contain any characters", () => {
  const outbox = openTab();
  opened(outbox, "a:b/é");
  outbox.keep("a:b/é", [move("1")]);
  expect(opened(openTab(), "a:b/é")).toEqual([[move("1")]]);
});

test("missing or full storage loses only the stored copy of the changes", () => {
  const none = createOutbox({ tabId: "full", storage: null });
  expect(opened(none)).toEqual([]);
  none.keep("ada", [move("1")]);
  const full = createOutbox({
    tabId: "full",
    storage: {
      length: 0,
      key: () => null,
      getItem: () => null,
      removeItem: () => undefined,
      setItem: () => {
        throw new DOMException("Full", "QuotaExceededError");
      },
    },
  });
  opened(full);
  expect(() => full.keep("ada", [move("1")])).not.toThrow();
});
