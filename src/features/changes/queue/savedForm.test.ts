import { describe, expect, it } from "@jest/globals";
import type { UnknownAction } from "@reduxjs/toolkit";
import { selectUnsent } from "#features/changes/keeping/unsent.ts";
import { selectSendable } from "#features/changes/sending/sendable.ts";
import { connectionRestored } from "#sync/connection/connectionSlice.ts";
import { query, request, send, stateAfter } from "#testing/changes.ts";
import type { Field } from "./change.ts";
import { saved, saveFailed, saveStarted, undoGivenUp } from "./changesSlice.ts";

const entriesAfter = (...actions: UnknownAction[]) => stateAfter(...actions).changes.entries;
const historyAfter = (...actions: UnknownAction[]) => stateAfter(...actions).changes.history;

describe("a saved form", () => {
  const form = {
    id: "a",
    title: "Mow",
    from: { title: "Feed", priority: "Low" },
    to: { title: "Mow", priority: "High" },
    when: 4,
    canUndo: true,
    changes: [],
  } as const;
  const load = [query("pending", "board"), query("fulfilled", "board")];
  const whats = (...actions: UnknownAction[]): Field[] =>
    historyAfter(...actions).map(({ what }) => what);

  it("is shown over older responses", () => {
    const { title, priority } = entriesAfter(...load, saved(form)).a ?? {};
    expect(title).toMatchObject({ phase: "confirmed", known: { value: "Mow" } });
    expect(priority).toMatchObject({ phase: "confirmed", known: { value: "High" } });
    expect(entriesAfter(...load, saved(form), ...load)).toEqual({});
  });

  it("is undone as a whole, if the server can change single fields", () => {
    const history = historyAfter(saved(form));
    expect(history).toMatchObject([
      { what: "title", from: "Feed", to: "Mow" },
      { what: "priority", from: "Low", to: "High" },
    ]);
    expect(new Set(history.map(({ group }) => group)).size).toBe(1);
    expect(whats(saved({ ...form, canUndo: false }))).toEqual([]);
    expect(whats(saved(form), undoGivenUp({ at: [1] }))).toEqual(["priority"]);
  });

  const { canUndo: _canUndo, changes: _none, ...values } = form;
  const start = saveStarted({ ...values, group: 3 });
  const titleChange = { id: "a", what: "title", at: 2 } as const;
  const priorityChange = { id: "a", what: "priority", at: 3 } as const;
  const changes = [titleChange, priorityChange];

  const under = [...load, start];
  const end = saved({ ...form, changes });
  const fail = (isUnknown: boolean) => saveFailed({ changes, isUnknown });

  it("is shown while its request waits and runs, and until every response is newer", () => {
    const { title, priority } = entriesAfter(...under).a ?? {};
    expect(title).toMatchObject({ phase: "sending", sent: { value: "Mow", isForm: true } });
    expect(priority).toMatchObject({ phase: "sending", sent: { value: "High" } });
    expect(entriesAfter(...under, end).a?.title).toMatchObject({ phase: "confirmed" });
    expect(entriesAfter(...under, end, ...load)).toEqual({});
    expect(whats(...under, end)).toEqual(["title", "priority"]);
    expect(entriesAfter(...under, fail(false))).toEqual({});
    expect(entriesAfter(...under, fail(true))).toEqual({});
  });

  it("waits for a busy server through an outage, and nothing else sends or keeps it", () => {
    const busy = [...under, connectionRestored()];
    expect(entriesAfter(...busy).a?.title).toMatchObject({ phase: "sending", sent: { at: 2 } });
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

  it("counts after an older change of a field that is under way, and before a newer one", () => {
    const older = request("a", "Low", 3, { what: "priority", shown: "High", from: "High" });
    const sending = [...load, older, send("a", 3, "priority")];
    expect(entriesAfter(...sending, start).a?.priority).toMatchObject({ sent: { value: "Low" } });
    expect(entriesAfter(...sending, start, saved(form)).a?.priority).toMatchObject({
      phase: "superseded",
      want: { value: "High" },
    });
    const newer = request("a", "Medium", 5, { what: "priority", shown: "High", from: "Low" });
    const after = entriesAfter(...under, newer, end);
    expect(after.a?.priority).toMatchObject({ phase: "queued", want: { value: "Medium" } });
  });

  it("doesn't replace a value that the user chose while an older one waited", () => {
    const edit = (value: string, at: number) =>
      request("a", value, at, { what: "priority", shown: "Medium", from: "Medium" });
    const after = entriesAfter(...load, edit("Low", 3), start, edit("Urgent", 9), saved(form));
    expect(after.a?.priority).toMatchObject({
      phase: "queued",
      want: { value: "Urgent" },
      from: ["Medium", "High"],
    });
  });
});
