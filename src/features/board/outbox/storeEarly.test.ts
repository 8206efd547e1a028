import { beforeEach, expect, test } from "@jest/globals";
import { creationRequested, creationsSlice } from "#features/board/creations/creationsSlice.ts";
import { NO_CREATIONS } from "#features/board/creations/creationsState.ts";
import { NO_EDITS } from "#features/board/edits/editsState.ts";
import { boardSlice, moveRequested } from "#features/board/moves/boardSlice.ts";
import { NO_MOVES } from "#features/board/moves/boardState.ts";
import { fakeLocks } from "#testing/fakeLocks.ts";
import { makeTestStore } from "#testing/renderApp.tsx";
import { countStored, createOutbox } from "./outbox.ts";
import type { WithUnsent } from "./owner.ts";
import { storeEarly } from "./storeEarly.ts";
import type { Unsent } from "./unsent.ts";

const CARD = { key: "k", title: "Buy milk", status: "Todo", assignee_id: null } as const;

const user = {
  id: "ada",
  name: "Ada",
  email: "ada@example.com",
  role: "member",
  is_active: true,
  created_at: "2026-01-01T00:00:00.000Z",
} as const;

/** The state of a page that the user leaves. */
const leftWith = (unsent: Partial<WithUnsent>): WithUnsent => ({
  ...makeTestStore().getState(),
  session: { status: "signedIn", user },
  ...unsent,
});

beforeEach(() => localStorage.clear());

test("stores moves, new cards and edits so that the next page's outbox takes them over once", async () => {
  const moved = {
    cardId: "1",
    title: "Feed the cat",
    from: "Todo",
    to: "Done",
    by: "menu",
  } as const;
  const want = { value: "High", title: "Water the plants", at: 1, when: 2 };
  storeEarly(
    leftWith({
      board: boardSlice.reducer(NO_MOVES, moveRequested(moved)),
      creations: creationsSlice.reducer(NO_CREATIONS, creationRequested(CARD)),
      edits: {
        ...NO_EDITS,
        pending: { "2": { priority: { phase: "queued", want, base: "Low", known: null } } },
      },
    }),
  );
  const taken: Unsent[] = [];
  const outbox = createOutbox({ locks: fakeLocks() });
  await new Promise<void>((resolve) => {
    outbox.open("ada", (unsent) => {
      taken.push(...unsent);
      resolve();
      return [];
    });
  });
  expect(taken).toEqual([
    {
      cardId: "1",
      title: "Feed the cat",
      from: "Todo",
      to: "Done",
      at: 1,
      when: expect.any(Number),
      sent: false,
      undo: { from: "Todo", group: 1 },
    },
    CARD,
    { taskId: "2", field: "priority", ...want, base: "Low", sent: false },
  ]);
  expect(localStorage).toHaveLength(0);
});

test("stores edits of a page without moves or new cards", () => {
  const want = { value: "High", title: "Water the plants", at: 1, when: 2 };
  const edit = { phase: "queued", want, base: "Low", known: null } as const;
  storeEarly(leftWith({ edits: { ...NO_EDITS, pending: { "2": { priority: edit } } } }));
  expect(countStored("ada")).toBe(1);
});

test("stores nothing without unsent changes or without a user", () => {
  storeEarly(leftWith({}));
  storeEarly({
    ...leftWith({ creations: creationsSlice.reducer(NO_CREATIONS, creationRequested(CARD)) }),
    session: { status: "expired", user },
  });
  expect(localStorage).toHaveLength(0);
});
