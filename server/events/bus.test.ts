import { expect, test } from "@jest/globals";
import type { ChangeEvent } from "#server/eventBus.ts";
import { createBus } from "./bus.ts";

const moved = (id: string): ChangeEvent => ({ type: "task", id, change: "moved", by: null });

test("whoever listens hears what is published from then on, until it stops", () => {
  const bus = createBus();
  const heard: unknown[] = [];
  bus.publish(moved("before"));
  const stop = bus.subscribe((news) => heard.push(news));
  bus.publish(moved("one"));
  bus.publish({ type: "session", id: "ada" });
  stop();
  bus.publish(moved("after"));
  expect(heard).toEqual([
    { id: expect.any(String), change: moved("one") },
    { type: "session", id: "ada" },
  ]);
});

test("the changes after an id are told in order, and none twice", () => {
  const bus = createBus();
  const start = bus.lastEventId;
  bus.publish(moved("one"));
  const between = bus.lastEventId;
  bus.publish({ type: "session", id: "ada" });
  bus.publish(moved("two"));
  const idsSince = (id: string) => bus.since(id)?.map(({ change }) => change.id);
  expect(idsSince(start)).toEqual(["one", "two"]);
  expect(idsSince(between)).toEqual(["two"]);
  expect(idsSince(bus.lastEventId)).toEqual([]);
  expect(bus.since(start)?.at(-1)?.id).toBe(bus.lastEventId);
});

test("only so many changes are kept; what is older is unknown", () => {
  const bus = createBus({ kept: 3 });
  const positions = [bus.lastEventId];
  for (const id of ["1", "2", "3", "4", "5"]) {
    bus.publish(moved(id));
    positions.push(bus.lastEventId);
  }
  const ids = positions.map((position) => bus.since(position)?.map(({ change }) => change.id));
  expect(ids).toEqual([undefined, undefined, ["3", "4", "5"], ["4", "5"], ["5"], []]);
});

test.each(["", "1", "x-1", "-", "made up"])("%j is no id", (id) => {
  expect(createBus().since(id)).toBeUndefined();
});

test("neither an id of another process nor one of the future is known", () => {
  const bus = createBus();
  const [boot] = bus.lastEventId.split("-");
  expect(bus.since(createBus().lastEventId)).toBeUndefined();
  for (const number of ["1", "-1", "0x0", "1e3", " ", ""]) {
    expect(bus.since(`${boot}-${number}`)).toBeUndefined();
  }
});

test("after a gap every former id is unknown, and whoever listens is told", () => {
  const bus = createBus();
  const start = bus.lastEventId;
  const heard: unknown[] = [];
  bus.publish(moved("one"));
  bus.subscribe((news) => heard.push(news));
  bus.lose();
  expect(heard).toEqual([{ type: "gap" }]);
  expect(bus.since(start)).toBeUndefined();
  const after = bus.lastEventId;
  bus.publish(moved("two"));
  expect(bus.since(after)?.map(({ change }) => change.id)).toEqual(["two"]);
});
