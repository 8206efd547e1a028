import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { ImportResponse } from "#contract/imports.ts";
import { RESPONSE_MAX_BYTES } from "#server/http/bounds.ts";
import { type TestImports, testImports } from "#server/testing/imports/testImports.ts";
import { startServer, type TestServer, type TestUser } from "#server/testing/server.ts";

let server: TestServer;
let admin: TestUser;
let imports: TestImports;

beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  await server.clear();
  admin = await server.as("admin");
  imports = testImports(server, admin);
});
afterAll(() => server.close());

test("while one upload arrives others are refused at once, until it has ended", async () => {
  const reading = Promise.withResolvers<void>();
  const file = new Readable({ read: () => reading.resolve() });
  const first = imports.send(file);
  await reading.promise;
  expect(await imports.send("Title\nSort hooks\n")).toMatchObject({ status: 429 });
  file.push("Title\nMend nets\n");
  file.push(null);
  expect(await first).toMatchObject({ status: 201 });
  await imports.upload("Title\nSort hooks\n");
});

test("an upload that breaks off lets the next one begin", async () => {
  const file = new Readable({ read: () => void file.destroy(new Error("The connection broke")) });
  await imports.send(file).catch(() => undefined);
  await imports.upload("Title\nMend nets\n");
});

test("very long names don't make responses large, and large ones aren't kept for repeats", async () => {
  // Each of the first characters takes six bytes of JSON.
  const name = `${"\u0001".repeat(200)}${"x".repeat(29_000)}`;
  const ids = Array.from({ length: 500 }, (_, index) => String(index));
  const draft = await imports.upload(
    JSON.stringify({
      lists: ids.map((id) => ({ id, name })),
      members: ids.map((id) => ({ id, fullName: name })),
      cards: ids.map((id) => ({ id, idList: id, name: id })),
    }),
  );
  expect(draft.lists).toHaveLength(500);
  expect(Buffer.byteLength(JSON.stringify(draft))).toBeLessThan(RESPONSE_MAX_BYTES);
  const check = async () => {
    const response = await server.app.inject({
      method: "POST",
      url: `/api/imports/${draft.id}/run`,
      headers: {
        authorization: `Bearer ${admin.accessToken}`,
        "idempotency-key": "one-key-for-both-checks",
      },
      payload: { dry: true },
    });
    return response.json<ImportResponse>().import.file_name;
  };
  expect(await check()).toBe("harbour");
  await server.db.updateTable("imports").set({ file_name: "renamed" }).execute();
  expect(await check()).toBe("renamed");
});
