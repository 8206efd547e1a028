import { create as contentDisposition } from "content-disposition";
import type { FastifyInstance, FastifyReply } from "fastify";
import { TASK_FILES_MAX } from "#contract/file.ts";
import { fileAddressRule, filePatchRule } from "#contract/rules/file.ts";
import { bytes, FileAddressResponse, FileResponse, FilesResponse } from "#contract/shapes/file.ts";
import { CLIENT_ID_HEADER, contextOf } from "#server/changes/requestContext.ts";
import { taskExists } from "#server/comments/queries.ts";
import type { FileRow } from "#server/db/schema/files.ts";
import { errorCode } from "#server/db/unavailable.ts";
import type { Deps } from "#server/deps.ts";
import { api, BY_ID, pathRule } from "#server/http/apiRoute.ts";
import { runHourly } from "#server/intervals.ts";
import type { Metrics } from "#server/metrics/metrics.ts";
import { forbidden, notFound } from "#server/refusals.ts";
import { sessionIdOf } from "#server/sessions/access.ts";
import { findSessionUser } from "#server/sessions/sessions.ts";
import { createSigners } from "#server/sessions/signing.ts";
import { changeFile, deleteFile, restoreFile } from "./changeFiles.ts";
import { createFolderStore, filesFolder } from "./folderStore.ts";
import { createFileQuota } from "./quota.ts";
import { resumeRoutes } from "./resumeRoutes.ts";
import { filesUsage, findFile, listFiles } from "./rows.ts";
import { sweepFiles } from "./sweep.ts";
import { uploadRoute } from "./uploadRoute.ts";

const URL = "/api/tasks/:id/files";
const FILE_URL = `${URL}/:fileId`;
/** The time in ms for which an address works. Each request also checks the session. */
const ADDRESS_MS = 60_000;

const files = { access: "user", tag: "Files" } as const;
const ofFile = { ...files, params: pathRule("id", "fileId") } as const;
const changing = { ...ofFile, headers: CLIENT_ID_HEADER } as const;
const content = { response: bytes, mediaType: "*/*" } as const;

const LIST = api({
  ...files,
  params: BY_ID,
  operationId: "listFiles",
  summary: "The files of a task, the oldest first",
  response: FilesResponse,
});
const CHANGE = api({
  ...changing,
  operationId: "updateFile",
  summary: "Rename a file, or change its alternative text",
  body: filePatchRule,
  response: FileResponse,
});
const DELETE = api({
  ...changing,
  operationId: "deleteFile",
  summary: "Delete a file; it can be restored for 30 days",
});
const RESTORE = api({
  ...changing,
  operationId: "restoreFile",
  summary: "Restore a deleted file",
  response: FileResponse,
  failures: { 409: "The task has the maximum number of files." },
});
const CONTENT = api({
  ...ofFile,
  ...content,
  operationId: "readFile",
  summary: "The bytes of a file, as an attachment",
});
const ADDRESS = api({
  ...ofFile,
  operationId: "createFileAddress",
  summary: "An address of a file for a minute, for a browser that sends no token",
  response: FileAddressResponse,
  failures: { 403: "API tokens read the file with their token." },
});
const BY_ADDRESS = api({
  ...content,
  access: "public",
  tag: "Files",
  operationId: "readFileByAddress",
  summary: "The bytes of a file, at an address that a session has made",
  query: fileAddressRule,
  failures: { 403: "The address is unknown or over, or its session has ended.", 404: "Not found." },
});

/** What an address allows: a session to read a file until an instant. */
interface Grant {
  session: string;
  file: string;
  until: number;
}

/** The routes of files. All users read and change them, as they do tasks. */
export async function fileRoutes(app: FastifyInstance, deps: Deps, metrics?: Metrics) {
  const { db, config, now } = deps;
  const store = deps.files ?? createFolderStore(filesFolder(config));
  const signers = await createSigners(db);
  const signer = signers("addresses of files");
  const quota = createFileQuota(deps);
  uploadRoute(app, deps, { store, quota });
  resumeRoutes(app, deps, { store, quota, signer: signers("uploads of files") });
  runHourly(app, () => sweepFiles(db, store, now()));
  metrics?.watchFiles(() => filesUsage(db));

  /**
   * Sends the bytes as an attachment. A browser that shows them nevertheless runs nothing, and in an origin
   * of its own.
   */
  async function send(reply: FastifyReply, { name, type, size, sha256 }: FileRow) {
    const stream = await store.read(sha256).catch((failure: unknown) => {
      if (errorCode(failure) !== "ENOENT") throw failure;
      reply.log.error(
        { err: failure },
        "The bytes of a file are missing: run taskdeck check-files",
      );
      throw notFound("The server doesn't find this file. Please tell its administrator.");
    });
    reply.headers({
      "content-disposition": contentDisposition(name),
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "content-length": size,
    });
    return await reply.type(type === "text/plain" ? `${type}; charset=utf-8` : type).send(stream);
  }

  app.get(URL, LIST, async ({ params }): Promise<FilesResponse> => {
    if (!(await taskExists(db, params.id))) throw notFound("Task not found");
    const { maxBytes: max_bytes } = config.files;
    return { files: await listFiles(db, params.id), max_bytes, max_files: TASK_FILES_MAX };
  });

  app.patch(FILE_URL, CHANGE, async (request): Promise<FileResponse> => {
    const { id: taskId, fileId } = request.params;
    const context = contextOf(request, now());
    return { file: await changeFile(db, { taskId, fileId }, request.body, context) };
  });

  app.delete(FILE_URL, DELETE, async (request, reply) => {
    const { id: taskId, fileId } = request.params;
    await deleteFile(db, { taskId, fileId }, contextOf(request, now()));
    return await reply.code(204).send();
  });

  app.post(`${FILE_URL}/restore`, RESTORE, async (request): Promise<FileResponse> => {
    const { id: taskId, fileId } = request.params;
    return { file: await restoreFile(db, { taskId, fileId }, contextOf(request, now())) };
  });

  app.get(`${FILE_URL}/content`, CONTENT, async ({ params }, reply) => {
    return await send(reply, await findFile(db, params.fileId, { taskId: params.id }));
  });

  app.get(`${FILE_URL}/address`, ADDRESS, async (request): Promise<FileAddressResponse> => {
    const { id: taskId, fileId } = request.params;
    const { id: file } = await findFile(db, fileId, { taskId });
    if (request.caller?.token) throw forbidden("API tokens read the file with their token");
    const until = now().getTime() + ADDRESS_MS;
    const grant: Grant = { session: sessionIdOf(request), file, until };
    const key = await signer.seal(JSON.stringify(grant));
    const url = `${config.basePath}/api/files?key=${key}`;
    return { url, expires_at: new Date(until).toISOString() };
  });

  app.get("/api/files", BY_ADDRESS, async ({ query }, reply) => {
    const sealed = await signer.open(query.key);
    const { session, file, until } = JSON.parse(sealed ?? "{}") as Partial<Grant>;
    const isOver = until === undefined || until <= now().getTime();
    const user = session !== undefined && !isOver && (await findSessionUser(db, session, now()));
    if (!user) throw forbidden("This address no longer works. Please open the task again.");
    return await send(reply, await findFile(db, file ?? ""));
  });
}
