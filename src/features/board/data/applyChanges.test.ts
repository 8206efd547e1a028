import { afterAll, beforeAll, expect, it } from "@jest/globals";
import fc from "fast-check";
import { COLUMN_MAX } from "#contract/board.ts";
import { EVENT_ID_HEADER } from "#contract/events.ts";
import type { TaskResponse } from "#contract/shapes/task.ts";
import { TASK_STATUSES, type TaskStatus } from "#contract/task.ts";
import { NEW_TASK } from "#contract/taskFields.ts";
import { type Backend, startBackend } from "#testing/backend.ts";
import { applyChanges } from "./applyChanges.ts";
import {
  normaliseBoard,
  normaliseChanges,
  normaliseRecentDone,
  type Snapshot,
} from "./normaliseBoard.ts";

/** An action of users or of the app. `card` is the index of a task. */
type Step =
  | { do: "create"; to: TaskStatus }
  | { do: "move"; card: number; to: TaskStatus }
  | { do: "rename" | "delete"; card: number }
  /** Time passes. Without this step, tasks arrive at the same instant. */
  | { do: "wait" }
  /** The app fetches the changes. */
  | { do: "read" };

const card = fc.nat(9);
const to = fc.constantFrom(...TASK_STATUSES);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("create" as const), to }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("move" as const), card, to }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("rename", "delete"), card }) },
  { weight: 3, arbitrary: fc.constant<Step>({ do: "wait" }) },
  { weight: 2, arbitrary: fc.constant<Step>({ do: "read" }) },
);

let backend: Backend;
let ids: string[];
let token: string;

beforeAll(async () => {
  backend = await startBackend();
  token = (await backend.register()).accessToken;
});
afterAll(async () => await backend.close());

async function call(
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  url: string,
  body?: object,
) {
  const headers = { authorization: `Bearer ${token}` };
  return await backend.app.inject({ method, url, headers, ...(body && { payload: body }) });
}

async function readBoard(): Promise<Snapshot> {
  const response = await call("GET", "/api/kanban/board?descriptions=none");
  const position = String(response.headers[EVENT_ID_HEADER]);
  const raw: unknown = response.json();
  return { ...normaliseBoard(raw), ...normaliseRecentDone(raw), position };
}

async function perform(step: Step): Promise<unknown> {
  if (step.do === "wait") return backend.clock.advance(1);
  if (step.do === "create") {
    const body = { title: "Task", priority: "Low", status: step.to };
    const made = await call("POST", "/api/tasks", body);
    return ids.push(made.json<TaskResponse>().task.id);
  }
  const id = "card" in step ? ids[step.card % ids.length] : undefined;
  if (id === undefined) return undefined;
  if (step.do === "move")
    return await call("PATCH", `/api/kanban/${id}/status`, { status: step.to });
  if (step.do === "delete") return await call("DELETE", `/api/tasks/${id}`);
  return await call("PUT", `/api/tasks/${id}`, { title: `Task ${ids.length}`, priority: "High" });
}

it("an old board with the changes since then equals the server's board", async () => {
  const steps = fc.array(step, { minLength: 1, maxLength: 25 });
  const followsTheServer = fc.asyncProperty(steps, async (all) => {
    await backend.db.deleteFrom("tasks").execute();
    ids = [];
    let board = await readBoard();
    for (const next of [...all, { do: "read" } as const]) {
      if (next.do !== "read") {
        await perform(next);
        continue;
      }
      const response = await call("GET", `/api/kanban/changes?since=${board.position}`);
      const changes = normaliseChanges(response.json());
      if (!changes) throw new Error("A reset");
      const after = applyChanges(board, changes);
      expect(after).toEqual(await readBoard());
      board = after ?? board;
    }
  });
  await fc.assert(followsTheServer, { numRuns: 60 });
}, 120_000);

const summary = (id: string, status: TaskStatus = "Todo") => ({
  ...NEW_TASK,
  id,
  title: id,
  status,
  created_at: "",
});

it("returns null if the board lacks the card below a changed card", () => {
  const board = { Todo: [summary("a")], "In Progress": [], Done: [] };
  const tasks = [{ ...summary("b"), before: "c" }];
  expect(applyChanges(board, { position: "s-2", tasks, removed: [] })).toBeNull();
});

it("returns null if the board would exceed the server's maximum", () => {
  const Todo = Array.from({ length: 3 * COLUMN_MAX }, (_, index) => summary(`${index}`));
  const board = { Todo, "In Progress": [], Done: [] };
  const changes = { position: "s-2", tasks: [{ ...summary("b"), before: null }], removed: [] };
  expect(applyChanges(board, changes)).toBeNull();
  expect(applyChanges(board, { ...changes, removed: ["7"] })?.Todo).toHaveLength(3 * COLUMN_MAX);
});
