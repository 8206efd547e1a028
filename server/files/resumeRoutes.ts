import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { FILE_NAME_MAX } from "#contract/file.ts";
import { uploadKeyRule } from "#contract/rules/file.ts";
import { UploadResponse } from "#contract/shapes/file.ts";
import { CLIENT_ID_HEADER, contextOf } from "#server/changes/requestContext.ts";
import { taskExists } from "#server/comments/queries.ts";
import type { Deps } from "#server/deps.ts";
import { api, BY_ID } from "#server/http/apiRoute.ts";
import { badRequest, notFound } from "#server/refusals.ts";
import { userOf } from "#server/sessions/access.ts";
import type { Signer } from "#server/sessions/signing.ts";
import { addFile, deleteFile } from "./changeFiles.ts";
import { UNKNOWN } from "./partialUploads.ts";
import type { FileQuota } from "./quota.ts";
import { fileTooLarge } from "./receive.ts";
import { BYTES, countIn, createResumableUploads, receiveChunks } from "./resumableUploads.ts";
import { isAdded, requireRoomForFile } from "./rows.ts";
import type { FileStore } from "./store.ts";

/** The protocol is tus 1.0 (https://tus.io), with creation and termination. */
const TUS = { "tus-resumable": "1.0.0" };

const LENGTH_HEADER = { "upload-length": "The size of the file in bytes." };
const URL = "/api/tasks/:id/uploads";

const ofUpload = {
  access: "user",
  tag: "Files",
  params: BY_ID,
  query: uploadKeyRule,
} as const;

const BEGIN = api({
  access: "user",
  tag: "Files",
  params: BY_ID,
  operationId: "beginUpload",
  summary: "Begin an upload that can go on after a lost connection (tus 1.0)",
  headers: {
    ...LENGTH_HEADER,
    "upload-metadata": 'The name of the file: "filename" and the Base64 of its UTF-8.',
  },
  status: 201,
  response: UploadResponse,
  failures: {
    409: "The task has the maximum number of files.",
    413: "The file is larger than FILES_MAX_MB.",
    429: "This user has too many uploads.",
    507: "The disk is nearly full, or all files together are larger than FILES_TOTAL_GB.",
  },
});
const READ = api({
  ...ofUpload,
  operationId: "readUpload",
  summary: "How many bytes of an upload have arrived",
  response: UploadResponse,
  failures: { 404: UNKNOWN },
});
const SEND = api({
  ...ofUpload,
  operationId: "sendUpload",
  summary: "Send the next bytes of an upload. With the last one, the task has the file",
  headers: { ...CLIENT_ID_HEADER, "upload-offset": "The number of bytes that have arrived." },
  upload: true,
  failures: {
    404: UNKNOWN,
    409: "Another number of bytes has arrived, or the task has the maximum number of files.",
    413: "The body has more bytes than the file lacks.",
    507: "The disk is nearly full, or all files together are larger than FILES_TOTAL_GB.",
  },
});
const CANCEL = api({
  ...ofUpload,
  operationId: "cancelUpload",
  summary: "Delete what has arrived of an upload, also the file if all has",
  headers: CLIENT_ID_HEADER,
});

/** The file's name in `Upload-Metadata`: keys with their values in Base64. */
function nameIn({ headers }: FastifyRequest): string {
  const { "upload-metadata": metadata } = headers;
  if (typeof metadata !== "string" || metadata.length > 8 * FILE_NAME_MAX) return "";
  const [, name = ""] = /(?:^|,)\s*filename ([\w+/=]+)/.exec(metadata) ?? [];
  return Buffer.from(name, "base64").toString().slice(0, FILE_NAME_MAX);
}

/** The routes of uploads that can be resumed. The address of an upload names its file; only its user may use it. */
export function resumeRoutes(
  app: FastifyInstance,
  { db, config, now }: Deps,
  { store, quota, signer }: { store: FileStore; quota: FileQuota; signer: Signer },
): void {
  const uploads = createResumableUploads(db, config, signer);

  app.register((scope: FastifyInstance, _options, done) => {
    scope.addHook("onSend", async (_request, reply) => {
      reply.headers(TUS);
    });

    scope.post(URL, BEGIN, async (request, reply): Promise<UploadResponse> => {
      const { id: taskId } = request.params;
      const { id: userId } = userOf(request);
      if (!(await taskExists(db, taskId))) throw notFound("Task not found");
      const size = countIn(request, "upload-length");
      if (!size) throw badRequest("Upload-Length must be the size of the file, which isn't empty");
      if (size > config.files.maxBytes) throw fileTooLarge(config.files.maxBytes);
      await requireRoomForFile(db, taskId);
      await quota.require(db, userId, size);
      quota.begin(userId, size);
      const upload = { id: randomUUID(), taskId, userId, name: nameIn(request), size };
      const url = await uploads.begin(upload);
      reply.code(201).header("location", url);
      return { upload: { url, offset: 0, size } };
    });

    scope.get(URL, READ, async (request, reply): Promise<UploadResponse> => {
      const { query } = request;
      const upload = await uploads.find(request);
      const { size } = upload;
      const offset = await uploads.offsetOf(upload);
      reply.headers({ "upload-offset": offset, "upload-length": size });
      return { upload: { url: uploads.urlOf(upload, query.key), offset, size } };
    });

    scope.delete(URL, CANCEL, async (request, reply) => {
      const upload = await uploads.find(request);
      await uploads.partials.remove(upload);
      if (await isAdded(db, upload.id)) {
        const file = { taskId: upload.taskId, fileId: upload.id };
        await deleteFile(db, file, contextOf(request, now()));
      }
      return await reply.code(204).send();
    });

    scope.register((bytes: FastifyInstance, _none, registered) => {
      const sending = receiveChunks(bytes, uploads);
      bytes.patch(URL, SEND, async (request, reply) => {
        const upload = sending.get(request)?.upload;
        if (!upload) throw badRequest(`Send the bytes as ${BYTES}`);
        const arrived = await uploads.arrived(upload);
        if (arrived >= upload.size) {
          // A copy, which nothing can change.
          const stored = await uploads.unlessCancelled(upload, () =>
            store.write(uploads.partials.read(upload), upload.size),
          );
          const user = userOf(request);
          const file = { ...upload, alt: "", bytes: stored };
          await quota.adding(user.id, stored.size, async (requireRoom) => {
            await addFile(db, file, user, contextOf(request, now()), async (trx) => {
              await uploads.arrived(upload);
              await requireRoom(trx);
            });
          });
          await uploads.partials.remove(upload);
        }
        reply.header("upload-offset", arrived);
        return await reply.code(204).send();
      });
      registered();
    });
    done();
  });
}
