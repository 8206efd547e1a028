import { beforeEach, describe, expect, test } from "@jest/globals";
import { fakeLocks } from "#testing/fakeLocks.ts";
import { countStored, createOutbox, discardStored, type Outbox } from "./outbox.ts";
import type { StoredMove } from "./storedMove.ts";
import type { Unsent } from "./unsent.ts";

const move = (cardId: string, more: Partial<StoredMove> = {}): StoredMove => ({
  cardId,
  title: `Task ${cardId}`,
  from: "Todo",
  to: "Done",
  at: 1,
  sent: false,
  ...more,
});

/** Opens an outbox and returns the moves that it restores. */
function opened(outbox: Outbox, userId = "ada") {
  const restored: Unsent[][] = [];
  outbox.open(userId, (moves) => {
    restored.push(moves);
    // Like the board, the test saves the moves taken over from a closed tab as this tab's own.
    outbox.keep(userId, moves);
    return [];
  });
  return restored;
}

const keys = () => Object.keys(localStorage).filter((key) => key.startsWith("taskdeck:outbox:"));
/** Waits until pending lock requests have settled. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Stores the list of moves of a closed tab. */
function leave(json: string, { user = "ada", tab = "gone" } = {}) {
  localStorage.setItem(`taskdeck:outbox:${user}:${tab}`, json);
}

beforeEach(() => localStorage.clear());

describe("stored moves of a closed tab", () => {
  test("are taken over once, by the next tab of the same user", async () => {
    const locks = fakeLocks();
    leave(JSON.stringify([move("1"), move("2", { sent: true })]));
    const first = opened(createOutbox({ locks }));
    const second = opened(createOutbox({ locks }));
    await settled();
    expect(first).toEqual([[move("1"), move("2", { sent: true })]]);
    expect(second).toEqual([]);
    expect(countStored("ada")).toBe(2);
    expect(keys()).toHaveLength(1);
  });

  test("are taken over without the Web Locks API", () => {
    leave(JSON.stringify([move("1")]));
    expect(opened(createOutbox({ locks: undefined }))).toEqual([[move("1")]]);
  });

  test("are taken over by an open tab when their own tab closes", async () => {
    const locks = fakeLocks();
    const life = Promise.withResolvers<void>();
    void locks.request("taskdeck:outbox:other", {}, () => life.promise);
    leave(JSON.stringify([move("1")]), { tab: "other" });
    const restored = opened(createOutbox({ locks }));
    await settled();
    expect(restored).toEqual([]);
    life.resolve();
    await settled();
    expect(restored).toEqual([[move("1")]]);
  });

  test("are not taken over after the user has signed out, and stay stored", async () => {
    const locks = fakeLocks();
    const life = Promise.withResolvers<void>();
    void locks.request("taskdeck:outbox:other", {}, () => life.promise);
    leave(JSON.stringify([move("1")]), { tab: "other" });
    const outbox = createOutbox({ locks });
    const restored = opened(outbox);
    outbox.close();
    life.resolve();
    await settled();
    expect(restored).toEqual([]);
    expect(countStored("ada")).toBe(1);
    expect(opened(outbox)).toEqual([]);
    await settled();
    expect(countStored("ada")).toBe(1);
  });

  test.each(["", "{", "null", "{}", '[null, 1, {"cardId":"1"}]', '[{"cardId":"1","to":"Gone"}]'])(
    "are ignored and deleted if invalid: %j",
    async (json) => {
      leave(json);
      const restored = opened(createOutbox({ locks: fakeLocks() }));
      await settled();
      expect(restored).toEqual([]);
      expect(keys()).toEqual([]);
    },
  );
});

describe("stored edits, whose code loads first", () => {
  const edit = { taskId: "1", field: "priority", value: "High", title: "Tea", at: 2, sent: false };

  /** A tab that loads the code of edits. Returns what it has restored, and how its loads end. */
  function openedLoading(locks: ReturnType<typeof fakeLocks> | undefined) {
    const outbox = createOutbox({ locks });
    const [restored, loads]: [Unsent[][], PromiseWithResolvers<void>[]] = [[], []];
    const open = () =>
      outbox.open("ada", (unsent) => {
        restored.push(unsent);
        const moves = unsent.filter((one) => "cardId" in one);
        if (moves.length > 0) outbox.keep("ada", moves);
        const load = Promise.withResolvers<void>();
        loads.push(load);
        return [{ unsent: unsent.filter((one) => "taskId" in one), restored: load.promise }];
      });
    open();
    return { restored, loads, open };
  }

  test.each([fakeLocks(), undefined])(
    "are restored again after a failed load, without the moves",
    async (locks) => {
      leave(JSON.stringify([move("1"), edit]));
      const { restored, loads, open } = openedLoading(locks);
      await settled();
      loads[0]?.reject(new Error("Loading chunk 7 failed"));
      await settled();
      expect(countStored("ada")).toBe(2);
      open();
      await settled();
      expect(restored).toEqual([[move("1"), edit], [edit]]);
      loads[1]?.resolve();
      await settled();
      expect(countStored("ada")).toBe(1);
      open();
      await settled();
      expect(restored).toHaveLength(2);
    },
  );

  test("are restored once while their code loads, even if another tab opens", async () => {
    const locks = fakeLocks();
    leave(JSON.stringify([edit]));
    const { restored, loads, open } = openedLoading(locks);
    await settled();
    const other = openedLoading(locks);
    open();
    await settled();
    expect([restored, other.restored]).toEqual([[[edit]], []]);
    loads[0]?.resolve();
    await settled();
    expect([restored, other.restored, keys()]).toEqual([[[edit]], [], []]);
  });
});

describe("stored moves of an open tab", () => {
  test("are not taken over by another tab", async () => {
    const locks = fakeLocks();
    const first = createOutbox({ locks });
    opened(first);
    first.keep("ada", [move("1")]);
    const second = opened(createOutbox({ locks }));
    await settled();
    expect(second).toEqual([]);
    expect(countStored("ada")).toBe(1);
  });

  test("are restored when the same user signs in again on the same page", () => {
    const outbox = createOutbox({ locks: undefined });
    opened(outbox);
    outbox.keep("ada", [move("1")]);
    outbox.close();
    // Moves that are dropped after the session's end change nothing.
    outbox.keep("ada", []);
    expect(opened(outbox)).toEqual([[move("1")]]);
    // The outbox is open already, and stores the moves of the page.
    expect(opened(outbox)).toEqual([]);
  });

  test("are deleted when all moves are confirmed or discarded", () => {
    const outbox = createOutbox({ locks: undefined });
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

test("another user's sign-in deletes the stored moves and restores none", async () => {
  const outbox = createOutbox({ locks: fakeLocks() });
  opened(outbox);
  outbox.keep("ada", [move("1")]);
  leave(JSON.stringify([move("2")]));
  outbox.close();
  const restored = opened(outbox, "bob");
  await settled();
  expect(restored).toEqual([]);
  expect(keys()).toEqual([]);
  // The former user's moves can't be stored during the new user's session either.
  outbox.keep("ada", [move("1")]);
  expect(keys()).toEqual([]);
});

test("user ids may contain any characters", () => {
  const outbox = createOutbox({ locks: undefined });
  opened(outbox, "a:b/é");
  outbox.keep("a:b/é", [move("1")]);
  expect(opened(createOutbox({ locks: undefined }), "a:b/é")).toEqual([[move("1")]]);
});

test("missing or full storage loses only the stored copy of the moves", () => {
  const none = createOutbox({ storage: null, locks: undefined });
  expect(opened(none)).toEqual([]);
  none.keep("ada", [move("1")]);
  const full = createOutbox({
    storage: {
      length: 0,
      key: () => null,
      getItem: () => null,
      removeItem: () => undefined,
      setItem: () => {
        throw new DOMException("Full", "QuotaExceededError");
      },
    },
    locks: undefined,
  });
  opened(full);
  expect(() => full.keep("ada", [move("1")])).not.toThrow();
});
