import { expect, test } from "@jest/globals";
import { QueryStatus } from "@reduxjs/toolkit/query";
import type { WithApi } from "#api/api.ts";
import type { LastVisit } from "./lastVisit.ts";
import { createLastVisitWriter } from "./lastVisitWriter.ts";
import type { KeptEntry } from "./records.ts";

interface Query {
  endpointName: string;
  data: unknown;
  time: number;
}

function stateOf(queries: readonly Query[]): WithApi {
  const entries = queries.map(({ endpointName, data, time }, index) => [
    `${endpointName}(${index})`,
    {
      status: QueryStatus.fulfilled,
      endpointName,
      data,
      originalArgs: index,
      fulfilledTimeStamp: time,
    },
  ]);
  return { api: { queries: Object.fromEntries(entries) as unknown } } as WithApi;
}

/** A writer of two endpoints, and the entries that it has written. */
function makeWriter() {
  const writes: Record<string, KeptEntry | null>[] = [];
  const lastVisit = {
    keep: async (_user: string, entries: ReadonlyMap<string, KeptEntry | null>) =>
      void writes.push(Object.fromEntries(entries)),
  } as LastVisit;
  const write = createLastVisitWriter(lastVisit, {
    slots: { getBoard: () => "board", searchTasks: () => "tasks" },
    shown: {},
    watched: () => [],
  });
  return { writes, write: (...queries: Query[]) => write("ada", stateOf(queries)) };
}

test("writes the newest response of each slot, once", async () => {
  const { writes, write } = makeWriter();
  const queries = [
    { endpointName: "searchTasks", data: ["old"], time: 1 },
    { endpointName: "searchTasks", data: ["new"], time: 2 },
    { endpointName: "getMe", data: ["never"], time: 3 },
  ];
  await write(...queries);
  await write(...queries);
  expect(writes).toEqual([{ tasks: expect.objectContaining({ json: '["new"]', arg: 1 }) }]);
});

test("never writes data that comes from the last visit", async () => {
  const { writes, write } = makeWriter();
  await write({ endpointName: "getBoard", data: ["seen"], time: 0 });
  expect(writes).toEqual([]);
});

test("deletes an entry that makes all entries exceed their maximum length", async () => {
  const { writes, write } = makeWriter();
  const text = "x".repeat(2_000_000);
  await write({ endpointName: "getBoard", data: text, time: 1 });
  await write({ endpointName: "searchTasks", data: text, time: 2 });
  await write({ endpointName: "getBoard", data: text + text, time: 3 });
  await write({ endpointName: "searchTasks", data: `${text}.`, time: 4 });
  const sizes = writes.flatMap((entries) =>
    Object.entries(entries).map(([slot, kept]) => [slot, kept?.json.length ?? null]),
  );
  expect(sizes).toEqual([
    ["board", 2_000_002],
    ["tasks", null],
    ["board", null],
    ["tasks", 2_000_003],
  ]);
});
