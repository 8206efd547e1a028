import { describe, expect, it } from "@jest/globals";
import {
  confirmed,
  known,
  queuedOver,
  refused,
  sendingOver,
  sent,
  settled,
  superseded,
  unsure,
} from "#testing/changeStates.ts";
import { shownIn, shownOver } from "./changeMachine.ts";

describe("a change", () => {
  it("shows the newest value", () => {
    const changes = [settled, queuedOver, sendingOver, superseded, unsure, confirmed, refused];
    const values = changes.map((change) => shownIn(change)?.value);
    expect(values).toEqual([undefined, "wanted", "sent", "wanted", "sent", "known", "sent"]);
  });

  it("shows a confirmed value over responses that were requested before", () => {
    expect([2, 3, 4].map((requested) => shownOver(confirmed, requested))).toEqual([
      known,
      known,
      null,
    ]);
    expect(shownOver(unsure, 99)).toBe(sent);
  });
});
