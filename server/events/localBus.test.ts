import { expect, test } from "@jest/globals";
import type { ChangeEvent } from "#server/eventBus.ts";
import { createLocalBus } from "./localBus.ts";

const moved = (id: string): ChangeEvent => ({ type: "task", id, change: "moved", by: null });

test("a listener receives events from its subscription until it unsubscribes", () => {
  const bus = createLocalBus();
  const received: unknown[] = [];
  bus.publish(moved("before"));
  const stop = bus.subscribe((event) => received.push(event));
  bus.publish(moved("one"));
  bus.publish({ type: "session", id: "ada" });
  stop();
  bus.publish(moved("after"));
  expect(received).toEqual([
    { id: expect.any(String), change: moved("one") },
    { type: "session", id: "ada" },
  ]);
});

test("since() returns the changes after an id in order, without duplicates", () => {
  const bus = createLocalBus();
  const start = bus.lastEventId();
  bus.publish(moved("one"));
  const between = bus.lastEventId();
  bus.publish({ type: "session", id: "ada" });
  bus.publish(moved("two"));
  const idsSince = (id: string) => bus.since(id)?.map(({ change }) => change.id);
  expect(idsSince(start)).toEqual(["one", "two"]);
  expect(idsSince(between)).toEqual(["two"]);
  expect(idsSince(bus.lastEventId())).toEqual([]);
  expect(bus.since(start)?.at(-1)?.id).toBe(bus.lastEventId());
});

test("since() knows the last changes up to the limit", () => {
  const bus = createLocalBus({ changesMax: 3 });
  const ids = [bus.lastEventId()];
  for (const id of ["1", "2", "3", "4", "5"]) {
    bus.publish(moved(id));
    ids.push(bus.lastEventId());
  }
  const changes = ids.map((id) => bus.since(id)?.map(({ change }) => change.id));
  expect(changes).toEqual([undefined, undefined, ["3", "4", "5"], ["4", "5"], ["5"], []]);
});

test.each(["", "1", "x-1", "-", "made up"])("since() does not know the malformed id %j", (id) => {
  expect(createLocalBus().since(id)).toBeUndefined();
});

test("since() knows neither ids of another process nor future ids", () => {
  const bus = createLocalBus();
  const [boot] = bus.lastEventId().split("-");
  expect(bus.since(createLocalBus().lastEventId())).toBeUndefined();
  for (const number of ["1", "-1", "0x0", "1e3", " ", ""]) {
    expect(bus.since(`${boot}-${number}`)).toBeUndefined();
  }
});

test("a gap invalidates all earlier ids, and notifies listeners", () => {
  const bus = createLocalBus();
  const start = bus.lastEventId();
  const received: unknown[] = [];
  bus.publish(moved("one"));
  bus.subscribe((event) => received.push(event));
  bus.reportGap();
  expect(received).toEqual([{ type: "gap" }]);
  expect(bus.since(start)).toBeUndefined();
  const after = bus.lastEventId();
  bus.publish(moved("two"));
  expect(bus.since(after)?.map(({ change }) => change.id)).toEqual(["two"]);
});
