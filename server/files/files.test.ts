import { appendFileSync, existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { TASK_FILES_MAX } from "#contract/file.ts";
import type { ApiTokenCreatedResponse } from "#contract/shapes/apiToken.ts";
import type { FileAddressResponse, FileResponse, UploadResponse } from "#contract/shapes/file.ts";
import type { TaskHistoryResponse } from "#contract/shapes/taskHistory.ts";
import { DAY_MS } from "#contract/time.ts";
import { purgeDeletedTasks } from "#server/tasks/deletedTasks.ts";
import { actionOf, auditOf } from "#server/testing/audit.ts";
import { createTask, createWebhook } from "#server/testing/create.ts";
import { filesOf, sha256 } from "#server/testing/files.ts";
import { deleteAllOld } from "#server/testing/retention.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";
import { makeDeliveries } from "#server/webhooks/makeDeliveries.ts";
import { createFolderStore, filesFolder } from "./folderStore.ts";
import { UPLOADS_PER_HOUR } from "./quota.ts";
import { sweepFiles } from "./sweep.ts";

const server = sharedServer();
const admin = sharedUser(server, "admin", { name: "Ada" });
const member = sharedUser(server, "member", { name: "Max" });
let taskId: string;
let files: ReturnType<typeof filesOf>;
beforeEach(async () => {
  files = filesOf(server);
  taskId = (await createTask(member)).id;
});

const store = () => createFolderStore(filesFolder(server.deps.config));
const urlOf = ({ id }: { id: string }) => `/api/tasks/${taskId}/files/${id}`;
const leftOvers = () => {
  const folder = path.join(filesFolder(server.deps.config), "incoming");
  return existsSync(folder) ? readdirSync(folder) : [];
};
const sweep = async () => await sweepFiles(server.db, store(), server.clock.time);
/** Far enough ahead of the real time, which the files on disk have. */
const later = () => server.clock.advance(Date.now() - server.clock.time.getTime() + 2 * DAY_MS);

describe("a file of a task", () => {
  test("is listed, and read byte for byte as an attachment in a sandbox", async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
    const file = await files.add(member, taskId, { bytes, name: "Ärger “1”.bin" });
    expect(file).toMatchObject({ name: "Ärger “1”.bin", size: 300_000, sha256: sha256(bytes) });
    expect(file).toMatchObject({ user_id: member.user.id, user_name: "Max", alt: "" });
    expect(await files.list(admin, taskId)).toEqual([file]);
    const read = await files.read(`${urlOf(file)}/content`, admin);
    expect(read.bytes.equals(bytes)).toBe(true);
    expect(read.headers).toMatchObject({
      "content-disposition":
        "attachment; filename=\"?rger ?1?.bin\"; filename*=UTF-8''%C3%84rger%20%E2%80%9C1%E2%80%9D.bin",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      "content-length": "300000",
    });
  });

  test("can be a part of multipart/form-data, which has its name", async () => {
    const send = async (payload: string, type = "multipart/form-data; boundary=X") =>
      await server.app.inject({
        method: "POST",
        url: `/api/tasks/${taskId}/files`,
        headers: { ...files.bearer(member), "content-type": type },
        payload,
      });
    const part =
      '--X\r\ncontent-disposition: form-data; name="file"; filename="a b.csv"\r\n\r\n1,2\r\n';
    const field = '--X\r\ncontent-disposition: form-data; name="note"\r\n\r\nHi\r\n';
    const made = await send(`${field}${part}--X--\r\n`);
    expect(made.json<FileResponse>().file).toMatchObject({ name: "a b.csv", size: 3 });
    expect((await send(part)).statusCode).toBe(400);
    expect((await send(`${field}--X--\r\n`)).statusCode).toBe(400);
    expect((await send(`${part}--X--\r\n`, "multipart/form-data")).statusCode).toBe(400);
    expect((await send("--X--\r\n")).statusCode).toBe(400);
    expect(await files.list(member, taskId)).toHaveLength(1);
    expect(leftOvers()).toEqual([]);
  });

  test("is made once by a repeated request, and another body with the same key is refused", async () => {
    const headers = { "idempotency-key": "upload-number-000001" };
    const [one, other] = await Promise.all([
      files.upload(member, taskId, { headers }),
      files.upload(member, taskId, { headers }),
    ]);
    const again = await files.upload(member, taskId, { headers });
    expect([one.status, other.status, again.status]).toEqual([201, 201, 201]);
    expect([other.body, again.body]).toEqual([one.body, one.body]);
    expect(await files.upload(member, taskId, { headers, bytes: "Other" })).toMatchObject({
      status: 422,
    });
    expect(await files.list(member, taskId)).toHaveLength(1);
  });

  test("is renamed, described, deleted and restored, which history, audit log and webhooks tell", async () => {
    await createWebhook(admin);
    const file = await files.add(member, taskId);
    const patch = { name: "Plan.txt", alt: "A plan" };
    expect((await admin.call("PATCH", urlOf(file), patch)).body).toMatchObject({ file: patch });
    expect((await admin.call("PATCH", urlOf(file), { name: " " })).status).toBe(400);
    expect((await admin.call("DELETE", urlOf(file))).status).toBe(204);
    expect(await files.list(member, taskId)).toEqual([]);
    expect((await admin.call("DELETE", urlOf(file))).status).toBe(404);
    expect((await files.read(`${urlOf(file)}/content`, member)).status).toBe(404);
    expect((await member.call("POST", `${urlOf(file)}/restore`)).body).toMatchObject({
      file: { id: file.id, ...patch },
    });
    const { entries } = (await member.call("GET", `/api/tasks/${taskId}/history`))
      .body as TaskHistoryResponse;
    expect(entries.map((entry) => [entry.kind, entry.actor.name, entry.file])).toEqual([
      ["file_restored", "Max", "Plan.txt"],
      ["file_deleted", "Ada", "Plan.txt"],
      ["file_changed", "Ada", "Plan.txt"],
      ["file_added", "Max", "note.txt"],
      ["created", "Max", undefined],
    ]);
    const named = { file: { id: file.id, name: "Plan.txt" } };
    expect((await auditOf(admin)).map(actionOf).slice(0, 2)).toEqual([
      { action: "file.restored", actor: "Max", details: named },
      { action: "file.deleted", actor: "Ada", details: named },
    ]);
    await makeDeliveries(server.db);
    const rows = await server.db.selectFrom("webhook_deliveries").select("payload").execute();
    const told = rows
      .map(({ payload }) => JSON.parse(payload) as { type: string; data: { file: object } })
      .filter(({ type }) => type.startsWith("file."));
    expect(told.map(({ type }) => type).toSorted()).toEqual([
      "file.added",
      "file.changed",
      "file.deleted",
      "file.restored",
    ]);
    expect(told[0]?.data).toMatchObject({ task: { id: taskId }, file: { id: file.id } });
  });

  test("goes with its task, comes back with it, and its bytes are swept after the purge", async () => {
    const kept = await files.add(member, taskId, { bytes: "same" });
    const other = (await createTask(member)).id;
    await files.add(member, other, { bytes: "same" });
    await files.add(member, other, { bytes: "different" });
    await member.call("DELETE", `/api/tasks/${other}`);
    expect((await member.call("GET", `/api/tasks/${other}/files`)).status).toBe(404);
    await admin.call("POST", `/api/tasks/${other}/restore`);
    expect(await files.list(member, other)).toHaveLength(2);
    await member.call("DELETE", `/api/tasks/${other}`);
    server.clock.advance(31 * DAY_MS);
    await purgeDeletedTasks(server.db, server.clock.time);
    await sweep();
    expect(await store().sizeOf(sha256("different"))).toBe(9);
    later();
    await sweep();
    expect(await store().sizeOf(sha256("different"))).toBeUndefined();
    expect(await store().sizeOf(kept.sha256)).toBe(4);
  });

  test("can be restored for 30 days; then its row goes, and its bytes", async () => {
    const file = await files.add(member, taskId, { bytes: "gone" });
    await member.call("DELETE", urlOf(file));
    server.clock.advance(29 * DAY_MS);
    await deleteAllOld(server);
    expect(await server.db.selectFrom("files").select("id").execute()).toHaveLength(1);
    server.clock.advance(2 * DAY_MS);
    await deleteAllOld(server);
    expect(await server.db.selectFrom("files").select("id").execute()).toEqual([]);
    later();
    await sweep();
    expect(await store().sizeOf(file.sha256)).toBeUndefined();
  });
});

describe("rights", () => {
  const tokenOf = async (scope: string) => {
    const made = await member.call("POST", "/api/tokens", { name: scope, scope, days: 7 });
    return { accessToken: (made.body as ApiTokenCreatedResponse).secret };
  };

  test("an address works for a minute and for its session, and ends with session, account and file", async () => {
    const file = await files.add(member, taskId, { bytes: "secret" });
    const address = async (user = admin) =>
      ((await user.call("GET", `${urlOf(file)}/address`)).body as FileAddressResponse).url;
    const status = async (url: string) => (await files.read(url)).status;
    const url = await address();
    expect((await files.read(url)).bytes.toString()).toBe("secret");
    for (const forged of [
      url.slice(0, -3),
      `${url}x`,
      "/api/files?key=x.y",
      "/api/files?key=e30.e30",
    ])
      expect([forged, await status(forged)]).toEqual([forged, 403]);
    expect(await status("/api/files")).toBe(400);
    server.clock.advance(59_000);
    expect(await status(url)).toBe(200);
    server.clock.advance(1_000);
    expect(await status(url)).toBe(403);

    const guest = await server.as("member");
    const own = await address(guest);
    await server.db.deleteFrom("sessions").where("id", "=", guest.sessionId).execute();
    expect(await status(own)).toBe(403);
    const leaver = await server.as("member");
    const last = await address(leaver);
    await admin.call("PUT", `/api/users/${leaver.user.id}`, { is_active: false });
    expect(await status(last)).toBe(403);
    const open = await address();
    await member.call("DELETE", urlOf(file));
    expect(await status(open)).toBe(404);
  });

  test("a token with the scope read lists and reads, and may not add; strangers may nothing", async () => {
    const file = await files.add(member, taskId);
    const [reader, writer] = [await tokenOf("read"), await tokenOf("write")];
    expect((await files.read(`${urlOf(file)}/content`, reader)).bytes.toString()).toBe("Hello");
    expect((await files.read(`${urlOf(file)}/address`, reader)).status).toBe(403);
    expect((await files.upload(reader, taskId)).status).toBe(403);
    expect((await files.upload(writer, taskId)).status).toBe(201);
    expect((await files.read(`${urlOf(file)}/content`)).status).toBe(401);
    expect((await files.upload({ accessToken: "none" }, taskId)).status).toBe(401);
    const other = (await createTask(member)).id;
    const wrong = `/api/tasks/${other}/files/${file.id}/content`;
    expect((await files.read(wrong, member)).status).toBe(404);
  });
});

describe("an upload that can be resumed", () => {
  const uploads = () => `/api/tasks/${taskId}/uploads`;
  const begin = async (size: number, { call } = member, name = "Ärger.txt") =>
    await call("POST", uploads(), undefined, {
      "upload-length": String(size),
      "upload-metadata": `filename ${Buffer.from(name).toString("base64")}`,
    });
  const urlIn = ({ body }: { body: unknown }) => (body as UploadResponse).upload.url;
  const send = async (url: string, offset: number, bytes: string, { call } = member) =>
    await call("PATCH", url, bytes, {
      "upload-offset": String(offset),
      "content-type": "application/offset+octet-stream",
    });
  const offsetOf = async (url: string) => {
    const { body, headers } = await member.call("GET", url);
    const { upload } = body as UploadResponse;
    expect(headers["upload-offset"]).toBe(String(upload.offset));
    return upload.offset;
  };

  test("goes on where it stopped, and the task has the file with its last byte, once", async () => {
    const url = urlIn(await begin(11));
    expect(await send(url, 0, "Hello ")).toMatchObject({
      status: 204,
      headers: { "upload-offset": "6", "tus-resumable": "1.0.0" },
    });
    expect(await offsetOf(url)).toBe(6);
    expect(await files.list(member, taskId)).toEqual([]);
    expect(await send(url, 0, "Hello ")).toMatchObject({
      status: 409,
      body: { error: "Upload-Offset must be 6" },
    });
    expect((await send(url, 6, "world!")).status).toBe(413);
    expect((await send(url, 6, "world")).status).toBe(204);
    const [file] = await files.list(member, taskId);
    expect(file).toMatchObject({ name: "Ärger.txt", size: 11, sha256: sha256("Hello world") });
    // The response was lost.
    expect(await offsetOf(url)).toBe(11);
    expect((await send(url, 6, "world")).status).toBe(409);
    expect(await files.list(member, taskId)).toHaveLength(1);
    expect(leftOvers()).toEqual([]);
  });

  test("whose last byte arrived before a crash attaches the file when that byte is sent again", async () => {
    const url = urlIn(await begin(5));
    await send(url, 0, "Hell");
    const [name = ""] = leftOvers();
    appendFileSync(path.join(filesFolder(server.deps.config), "incoming", name), "o");
    expect(await offsetOf(url)).toBe(4);
    expect((await send(url, 4, "o")).status).toBe(204);
    expect(await files.list(member, taskId)).toHaveLength(1);
  });

  test("deletes its file if it is cancelled after its last byte, and is unknown if before", async () => {
    const attached = urlIn(await begin(5));
    expect((await send(attached, 0, "Hello")).status).toBe(204);
    expect((await member.call("DELETE", attached)).status).toBe(204);
    expect(await files.list(member, taskId)).toEqual([]);
    expect((await member.call("DELETE", attached)).status).toBe(404);
    const url = urlIn(await begin(5));
    const [sent] = await Promise.all([send(url, 0, "Hello"), member.call("DELETE", url)]);
    expect([204, 404]).toContain(sent.status);
    expect(leftOvers()).toEqual([]);
  });

  test("is for its user and task, ends with a cancel, and is swept after a day", async () => {
    const url = urlIn(await begin(5));
    expect((await send(url, 0, "Hello", admin)).status).toBe(404);
    const other = (await createTask(member)).id;
    expect((await send(url.replace(taskId, other), 0, "Hello")).status).toBe(404);
    expect((await send(`${url}x`, 0, "Hello")).status).toBe(404);
    expect((await member.call("PATCH", url, {}, { "upload-offset": "0" })).status).toBe(415);
    expect((await member.call("DELETE", url)).status).toBe(204);
    expect((await member.call("GET", url)).status).toBe(404);
    expect((await send(url, 0, "Hello")).status).toBe(404);
    const old = urlIn(await begin(5));
    later();
    await sweep();
    const again = await server.signIn(member.user);
    expect((await send(old, 0, "Hello", { ...member, ...again })).status).toBe(404);
    expect(leftOvers()).toEqual([]);
  });

  test("has the limits of all uploads, and a user has at most 20 unfinished ones", async () => {
    server.deps.config.files = { maxBytes: 1024 ** 2, totalBytes: 1024 ** 3 };
    expect((await begin(1024 ** 2 + 1)).status).toBe(413);
    expect((await begin(0)).status).toBe(400);
    expect((await begin(2 * 1024 ** 3)).status).toBe(413);
    server.deps.config.files.totalBytes = 10;
    expect((await begin(11)).status).toBe(507);
    server.deps.config.files.totalBytes = 1024 ** 3;
    for (let count = 0; count < 20; count += 1) expect((await begin(5)).status).toBe(201);
    expect((await begin(5)).status).toBe(429);
    expect((await begin(5, admin)).status).toBe(201);
    later();
    await sweep();
  });
});

describe("limits", () => {
  beforeEach(() => {
    server.deps.config.files = { maxBytes: 1024 ** 2, totalBytes: 1024 ** 3 };
  });

  test("a file that is too large, empty or compressed, or of no task, is refused and leaves nothing", async () => {
    const large = { bytes: Buffer.alloc(1024 ** 2 + 1) };
    expect(await files.upload(member, taskId, large)).toMatchObject({
      status: 413,
      body: { error: "A file may have at most 1 MB" },
    });
    expect(
      (await files.upload(member, taskId, { bytes: Buffer.alloc(2 * 1024 ** 2) })).status,
    ).toBe(413);
    expect((await files.upload(member, taskId, { bytes: "" })).status).toBe(400);
    const headers = { "content-encoding": "gzip" };
    expect((await files.upload(member, taskId, { headers })).status).toBe(415);
    expect((await files.upload(member, "none")).status).toBe(404);
    expect(await files.list(member, taskId)).toEqual([]);
    expect(leftOvers()).toEqual([]);
  });

  test("a task has at most 100 files, also after an undo", async () => {
    const first = await files.add(member, taskId);
    await member.call("DELETE", urlOf(first));
    const row = await server.db.selectFrom("files").selectAll().executeTakeFirstOrThrow();
    const rows = Array.from({ length: TASK_FILES_MAX }, (_, index) => ({
      ...row,
      id: `copy-${index}`,
      deleted_at: null,
    }));
    await server.db.insertInto("files").values(rows).execute();
    expect((await files.upload(member, taskId)).status).toBe(409);
    expect((await member.call("POST", `${urlOf(first)}/restore`)).status).toBe(409);
  });

  test("the server, and each user within an hour, have a maximum of bytes and of uploads", async () => {
    server.deps.config.files.totalBytes = 10;
    await files.add(member, taskId, { bytes: "12345678" });
    expect(await files.upload(member, taskId, { bytes: "123" })).toMatchObject({ status: 507 });
    server.deps.config.files.totalBytes = 1024 ** 5;
    await server.db
      .updateTable("files")
      .set({ size: 2 * 1024 ** 3 - 1 })
      .execute();
    expect(await files.upload(member, taskId)).toMatchObject({ status: 429 });
    expect(await files.upload(admin, taskId)).toMatchObject({ status: 201 });
    server.clock.advance(3_600_001);
    let count = 0;
    while ((await files.upload(member, taskId, { bytes: "" })).status === 400) count += 1;
    expect(count).toBe(UPLOADS_PER_HOUR);
    expect((await files.upload(member, taskId)).status).toBe(429);
  });

  test("a body whose length isn't told is refused before it is stored, and a repeat counts as an upload, but not as bytes", async () => {
    server.deps.config.files = { maxBytes: 1000, totalBytes: 2000 };
    const headers = { "idempotency-key": "upload-number-000001" };
    const sent = { headers, bytes: Buffer.alloc(900) };
    for (let count = 1; count <= 4; count += 1) {
      expect((await files.upload(member, taskId, sent)).status).toBe(201);
    }
    expect((await files.upload(member, taskId, { bytes: Buffer.alloc(200) })).status).toBe(201);
    const unknown = await server.app.inject({
      method: "POST",
      url: `/api/tasks/${taskId}/files?name=a`,
      headers: { ...files.bearer(admin), "content-type": "application/octet-stream" },
      payload: Readable.from([Buffer.from("Unknown")]),
    });
    expect(unknown.statusCode).toBe(507);
    expect(await store().sizeOf(sha256("Unknown"))).toBeUndefined();
    let count = 5;
    while ((await files.upload(member, taskId, { headers })).status === 422) count += 1;
    expect(count).toBe(UPLOADS_PER_HOUR);
  });
});

test("a row that names no hash, as one of a foreign backup may, reads nothing", async () => {
  const file = await files.add(member, taskId);
  await server.db.updateTable("files").set({ sha256: "../../../../etc/hostname" }).execute();
  expect((await files.read(`${urlOf(file)}/content`, member)).status).toBe(404);
});
