import { Readable } from "node:stream";
import { expect, test } from "@jest/globals";
import { RESPONSE_MAX_BYTES } from "#server/http/bounds.ts";
import { testImports } from "#server/testing/imports/testImports.ts";
import { readHere } from "#server/testing/server.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";
import type { ReadImport } from "./reading/readInProcess.ts";
import { saveUpload } from "./upload.ts";

const server = sharedServer();
const admin = sharedUser(server, "admin");
const imports = testImports(server, admin);

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

test("a repeat of an upload whose file is still being read is refused, and later finds the draft", async () => {
  const id = crypto.randomUUID();
  const bytes = Buffer.from("Title\nMend nets\n");
  const context = { by: admin.user, at: server.clock.time };
  const [reading, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const readLate: ReadImport = async (...file) => {
    reading.resolve();
    await held.promise;
    return await readHere(...file);
  };
  const upload = async (read: ReadImport) => {
    const file = { id, fileName: "", bytes, timeZone: "UTC" };
    await saveUpload(server.db, file, context, async () => undefined, read);
  };
  const first = upload(readLate);
  await reading.promise;
  await expect(upload(readHere)).rejects.toMatchObject({ kind: "too_many" });
  held.resolve();
  await first;
  await upload(readHere);
  const drafts = await server.db.selectFrom("imports").select(["id", "total"]).execute();
  expect(drafts).toEqual([{ id, total: 1 }]);
});

test("an upload that breaks off lets the next one begin", async () => {
  const file = new Readable({ read: () => void file.destroy(new Error("The connection broke")) });
  await imports.send(file).catch(() => undefined);
  await imports.upload("Title\nMend nets\n");
});

test("very long names don't make the response large", async () => {
  // Each of the first characters takes six bytes of JSON.
  const name = `${"\u0001".repeat(200)}${"x".repeat(29_000)}`;
  const ids = Array.from({ length: 160 }, (_, index) => String(index));
  const draft = await imports.upload(
    JSON.stringify({
      lists: ids.map((id) => ({ id, name })),
      members: ids.map((id) => ({ id, fullName: name })),
      cards: ids.map((id) => ({ id, idList: id, name: id })),
    }),
  );
  expect(draft.lists).toHaveLength(160);
  expect(Buffer.byteLength(JSON.stringify(draft))).toBeLessThan(RESPONSE_MAX_BYTES);
});

test("a file with a content-encoding is refused", async () => {
  const headers = { "content-type": "text/csv", "content-encoding": "gzip" };
  expect(await admin.call("POST", "/api/imports", "Title\nMend nets\n", headers)).toMatchObject({
    status: 415,
    body: { error: "Send the file without a content-encoding" },
  });
});
