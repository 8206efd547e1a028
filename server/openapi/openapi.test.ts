import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";

import { type CheckedCalls, startCheckedCalls } from "#server/testing/failedCalls/checkedCalls.ts";

let checked: CheckedCalls;
beforeAll(async () => {
  checked = await startCheckedCalls();
});
afterAll(() => checked.server.close());

test("docs/openapi.json is up to date; run `npm run docs:openapi` to update it", () => {
  const file = path.resolve(import.meta.dirname, "../../docs/openapi.json");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(
    JSON.parse(JSON.stringify(checked.api.document)),
  );
});

test("every call has a name of its own, for generated clients", () => {
  const paths = checked.api.document["paths"] as Record<
    string,
    Record<string, { operationId: string }>
  >;
  const names = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  for (const name of names) expect(name).toMatch(/^[a-z]+(?:[A-Z][a-z]+)*$/);
  expect(new Set(names).size).toBe(names.length);
});

test("GET /api/openapi.json responds with the document", async () => {
  const { body } = await checked.call("GET /api/openapi.json", { by: null });
  expect(body).toEqual(JSON.parse(JSON.stringify(checked.api.document)));
});
