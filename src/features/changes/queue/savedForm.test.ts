import { describe, expect, it } from "@jest/globals";
import type { UnknownAction } from "@reduxjs/toolkit";
import { selectUnsent } from "#features/changes/keeping/unsent.ts";
import { selectSendable } from "#features/changes/sending/sendable.ts";
import { connectionRestored } from "#sync/connection/connectionSlice.ts";
import { query, request, send, stateAfter } from "#testing/changes.ts";
import type { Field } from "./change.ts";
import { delayed, saved, saveFailed, saveStarted, sent, undoGivenUp } from "./changesSlice.ts";

const entriesAfter = (...actions: UnknownAction[]) => stateAfter(...actions).changes.entries;
const historyAfter = (...actions: UnknownAction[]) => stateAfter(...actions).changes.history;

describe("a saved form", () => {
  const form = {
    id: "a",
    title: "Mow",
    from: { title: "Feed", priority: "Low" },
    to: { title: "Mow", priority: "High" },
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
  const start = saveStarted({ ...values, group: 3, when: 1 });
  const titleChange = { id: "a", what: "title", at: 2 } as const;
  const priorityChange = { id: "a", what: "priority", at: 3 } as const;
  const changes = [titleChange, priorityChange];

  const under = [...load, start, sent({ changes, requestId: "r" })];

  it("is shown while its request waits and runs, and until every response is newer", () => {
    expect(entriesAfter(...load, start).a?.title).toMatchObject({ want: { value: "Mow" } });
    const { title, priority } = entriesAfter(...under).a ?? {};
    expect(title).toMatchObject({ phase: "sending", sent: { value: "Mow", isForm: true } });
    expect(priority).toMatchObject({ phase: "sending", sent: { value: "High" } });
    const end = saved({ ...form, changes });
    expect(entriesAfter(...under, end).a?.title).toMatchObject({ phase: "confirmed" });
    expect(entriesAfter(...under, end, ...load)).toEqual({});
    expect(whats(...under, end)).toEqual(["title", "priority"]);
    expect(entriesAfter(...under, saveFailed({ changes }))).toEqual({});
    // The user has left before it was sent.
    expect(entriesAfter(...load, start, saveFailed({ changes }))).toEqual({});
  });

  it("waits for a busy server through an outage, and nothing else sends or keeps it", () => {
    const busy = [...under, delayed({ changes }), connectionRestored()];
    expect(entriesAfter(...busy).a?.title).toMatchObject({ phase: "queued", want: { at: 2 } });
    expect(selectSendable(stateAfter(...busy))).toEqual([]);
    expect(selectUnsent(stateAfter(...busy))).toEqual([]);
    const again = sent({ changes, requestId: "r" });
    const end = saved({ ...form, changes });
    expect(entriesAfter(...busy, again, end).a?.title).toMatchObject({ phase: "confirmed" });
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
    const after = entriesAfter(...under, newer, saved({ ...form, changes }));
    expect(after.a?.priority).toMatchObject({ phase: "queued", want: { value: "Medium" } });
  });
});
