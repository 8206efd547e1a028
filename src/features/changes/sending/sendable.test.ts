import { expect, it } from "@jest/globals";
import type { UnknownAction } from "@reduxjs/toolkit";
import type { TaskDetail } from "#api/taskResponses.ts";
import type { TaskInput } from "#contract/taskFields.ts";
import { refused, resolved } from "#features/changes/queue/changesSlice.ts";
import { confirmed, sent, submitted } from "#features/changes/queue/wholeSlice.ts";
import {
  browserWentOffline,
  connectionRestored,
  probeFailed,
  serverBusy,
} from "#sync/connection/connectionSlice.ts";
import { one, request, send, stateAfter } from "#testing/changes.ts";
import { selectSendable, selectSendableForm } from "./sendable.ts";

const sendable = (...actions: UnknownAction[]): string[] =>
  selectSendable(stateAfter(...actions)).map((values) =>
    values.map(({ id, what }) => `${id} ${what}`).join(", "),
  );

const newTask = (id: string, at: number) =>
  request(id, id, at, { what: "new", task: { status: "Todo", assignee_id: null } });

it("sends changes in the order of the user's actions, at most four at once", () => {
  const ids = ["e", "d", "c", "b", "a"];
  const all = ids.map((id, index) => request(id, "Done", index + 1));
  expect(sendable(...all)).toEqual(["e status", "d status", "c status", "b status"]);
  expect(sendable(...all, send("e", 1))).toEqual(["d status", "c status", "b status"]);
  const four = ids.slice(0, 4).map((id, index) => send(id, index + 1));
  expect(sendable(...all, ...four)).toEqual([]);
  expect(sendable(...all, ...four, confirmed(one("d", 2)))).toEqual(["a status"]);
});

it("sends the changes of before an outage one at a time, and newer ones after them", () => {
  const waiting = [request("b", "Done", 1), request("a", "Done", 2)];
  const read = (id: string, at: number) =>
    resolved({
      changes: [{ id, what: "status", at, outcome: "unapplied", value: "Todo" }],
      requested: 5,
    });
  const restored = [...waiting, connectionRestored()];
  expect(sendable(...restored)).toEqual([]);
  const back = [...restored, request("c", "Done", 5), read("b", 1), read("a", 2)];
  expect(sendable(...back)).toEqual(["b status"]);
  const first = [...back, send("b", 1)];
  expect(sendable(...first)).toEqual([]);
  const second = [...first, confirmed(one("b", 1))];
  expect(sendable(...second)).toEqual(["a status"]);
  const third = [...second, send("a", 2), refused({ ...one("a", 2), isLast: true })];
  expect(sendable(...third, request("d", "Done", 9))).toEqual(["c status", "d status"]);
});

it("sends nothing without a connection, or while the server is busy", () => {
  const waiting = request("a", "Done", 1);
  expect(sendable(browserWentOffline(), probeFailed(), waiting)).toEqual([]);
  expect(sendable(serverBusy({ retryAfterMs: 9 }), waiting)).toEqual([]);
});

it("sends new tasks one at a time, so that they arrive in order, and moves beside them", () => {
  const all = [newTask("k", 1), newTask("l", 2), request("a", "Done", 3)];
  expect(sendable(...all)).toEqual(["k new", "a status"]);
  expect(sendable(...all, send("k", 1, "new"))).toEqual(["a status"]);
  expect(sendable(...all, send("k", 1, "new"), confirmed(one("k", 1, "new")))).toEqual([
    "l new",
    "a status",
  ]);
});

it("sends the fields of a task that were changed together, for one version, in one request", () => {
  const edit = (at: number, what: "priority" | "due_date" | "status", more: object = {}) =>
    request("a", "x", at, { what, group: 1, etag: '"1"', ...more });
  const three = [edit(1, "priority"), edit(2, "due_date"), edit(3, "status")];
  expect(sendable(...three)).toEqual(["a priority, a due_date", "a status"]);
  const apart = ["a priority", "a due_date"];
  expect(sendable(edit(1, "priority"), edit(2, "due_date", { group: 2 }))).toEqual(apart);
  expect(sendable(edit(1, "priority"), edit(2, "due_date", { etag: '"2"' }))).toEqual(apart);
  const unversioned = { etag: undefined };
  expect(sendable(edit(1, "priority", unversioned), edit(2, "due_date", unversioned))).toEqual(
    apart,
  );
});

it("a server without calls for single fields gets a task's other changes before its description", () => {
  const description = (at: number) =>
    request("a", "x", at, { what: "description", shown: "", from: "" });
  expect(sendable(request("a", "Done", 1), description(2))).toEqual(["a status"]);
  expect(sendable(description(1), request("a", "Done", 2))).toEqual(["a description"]);
});

it("a form's save and the other changes of its task are sent one after the other", () => {
  const edit = request("a", "High", 1, { what: "priority" });
  const other = request("b", "High", 2, { what: "priority" });
  const submit = (...ids: string[]) =>
    ids.map((id) =>
      submitted({
        form: id,
        before: { id, title: id } as TaskDetail,
        input: { title: id } as TaskInput,
        group: 9,
        when: 9,
      }),
    );
  const run = (...ids: string[]) => ids.map((form) => sent({ changes: [], form, requestId: form }));
  const next = (...actions: UnknownAction[]) => selectSendableForm(stateAfter(...actions));
  const sending = [edit, send("a", 1, "priority")];
  expect(next(...sending, ...submit("a"))).toBeNull();
  expect(next(...sending, ...submit("a", "b"))).toBe("b");
  // At most four requests run at once.
  const three = [...submit("b", "c", "d"), ...run("b", "c", "d")];
  expect(next(edit, ...three, ...submit("a"))).toBe("a");
  expect(next(...sending, ...three, ...submit("e"))).toBeNull();
  expect(sendable(edit, other, ...submit("a"))).toEqual(["b priority"]);
  expect(sendable(edit, other, ...submit("a"), ...run("a"))).toEqual(["b priority"]);
  expect(sendable(edit, other)).toEqual(["a priority", "b priority"]);
});
