import { describe, expect, it } from "@jest/globals";
import type { UnknownAction } from "@reduxjs/toolkit";
import type { TaskDetail } from "#api/taskResponses.ts";
import type { TaskInput } from "#contract/taskFields.ts";
import { selectUnsent } from "#features/changes/keeping/unsent.ts";
import {
  runningChange,
  selectSendable,
  selectSendableForm,
} from "#features/changes/sending/sendable.ts";
import { connectionRestored } from "#sync/connection/connectionSlice.ts";
import { one, query, request, send, stateAfter } from "#testing/changes.ts";
import type { Field } from "./change.ts";
import { confirmed, saved, saveFailed, submitted, undoGivenUp } from "./wholeSlice.ts";

const entriesAfter = (...actions: UnknownAction[]) => stateAfter(...actions).changes.entries;
const historyAfter = (...actions: UnknownAction[]) => stateAfter(...actions).changes.history;

const load = [query("pending", "board"), query("fulfilled", "board")];
const submit = (from: Partial<TaskDetail>, to: Partial<TaskInput>, group: number) =>
  submitted({
    form: "f",
    before: { id: "a", ...from } as TaskDetail,
    input: { title: "Mow", ...to } as TaskInput,
    group,
    when: 4,
  });
const under = [
  ...load,
  submit({ title: "Feed", priority: "Low" }, { title: "Mow", priority: "High" }, 2),
];
const saveEnds = (canUndo: boolean) => saved({ form: "f", task: null, canUndo });
const end = saveEnds(true);
const fail = (isUnknown: boolean) =>
  saveFailed({ form: "f", error: { status: isUnknown ? 502 : 400, data: {} } });

describe("a saved form", () => {
  const whats = (...actions: UnknownAction[]): Field[] =>
    historyAfter(...actions).map(({ what }) => what);

  it("is undone as a whole, if the server can change single fields", () => {
    const history = historyAfter(...under, end);
    expect(history).toMatchObject([
      { what: "title", from: "Feed", to: "Mow" },
      { what: "priority", from: "Low", to: "High" },
    ]);
    expect(new Set(history.map(({ group }) => group)).size).toBe(1);
    expect(whats(...under, saveEnds(false))).toEqual([]);
    expect(whats(...under, end, undoGivenUp({ at: [3] }))).toEqual(["priority"]);
  });

  it("is undone after a change that the user has made during the save", () => {
    const newer = request("a", "Done", 5);
    expect(whats(...under, newer, end)).toEqual(["title", "priority", "status"]);
  });

  it("waits for a busy server through an outage, and nothing else sends or keeps it", () => {
    const busy = [...under, connectionRestored()];
    expect(entriesAfter(...busy).a?.title).toMatchObject({ phase: "saving", form: { at: 3 } });
    expect(selectSendable(stateAfter(...busy))).toEqual([]);
    expect(selectUnsent(stateAfter(...busy))).toEqual([]);
    expect(entriesAfter(...busy, end).a?.title).toMatchObject({ phase: "confirmed" });
  });

  it("is followed by a value that the user chose while it waited", () => {
    const newer = request("a", "Rake", 9, { what: "title", shown: "Mow", from: "Feed" });
    const waiting = [...under, newer];
    expect(selectSendable(stateAfter(...waiting))).toEqual([]);
    expect(selectUnsent(stateAfter(...waiting))).toMatchObject([
      { what: "title", want: { value: "Rake" }, from: ["Feed", "Mow"] },
    ]);
    const titleAfter = (last: UnknownAction) => entriesAfter(...waiting, last).a?.title;
    const want = { value: "Rake" };
    expect(titleAfter(end)).toMatchObject({ phase: "queued", want, from: ["Mow"] });
    expect(titleAfter(fail(false))).toMatchObject({ phase: "queued", want, from: ["Feed"] });
    const unsure = { phase: "unsure", sent: want, from: ["Feed", "Mow"] };
    expect(titleAfter(fail(true))).toMatchObject(unsure);
  });
});

describe("a form that is saved while a field has another change under way", () => {
  const older = request("a", "Rake", 2, { what: "title", shown: "Feed", from: "Feed" });
  const change = submit({ title: "Rake" }, { title: "Mow" }, 3);

  it("leaves nothing to replace if it returns to what the server had before", () => {
    const away = request("a", "Rake", 2, { what: "title", shown: "Mow", from: "Mow" });
    const back = [...load, away, change];
    expect(selectUnsent(stateAfter(...back))).toEqual([]);
    expect(entriesAfter(...back, fail(true))).toEqual({});
    expect(entriesAfter(...back, fail(false)).a?.title).toMatchObject({
      want: { value: "Rake" },
    });
  });

  it("waits for its running request", () => {
    const running = [...load, older, send("a", 2, "title"), change];
    const state = stateAfter(...running);
    expect(runningChange(state, { id: "a", what: "title", at: 2 })).toBeDefined();
    expect(selectSendableForm(state)).toBeNull();
    const done = confirmed(one("a", 2, "title"));
    expect(selectSendableForm(stateAfter(...running, done))).toBe("f");
  });

  it("carries what the queue has not sent of the other fields, so that it is not sent again", () => {
    const carrying = submit(
      { title: "Rake", priority: "Low" },
      { title: "Rake", priority: "High" },
      3,
    );
    const state = stateAfter(...load, older, carrying);
    expect(state.changes.entries.a?.title).toMatchObject({
      phase: "saving",
      form: { value: "Rake" },
    });
    const after = [...load, older, carrying, end];
    expect(selectUnsent(stateAfter(...after))).toEqual([]);
    expect(historyAfter(...after)).toMatchObject([{ from: "Feed", to: "Rake" }, { from: "Low" }]);
  });
});
