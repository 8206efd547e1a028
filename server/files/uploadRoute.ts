import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { fileUploadRule } from "#contract/rules/file.ts";
import { FileResponse } from "#contract/shapes/file.ts";
import { isRecorded } from "#server/changes/earlierAttempt.ts";
import { CLIENT_ID_HEADER, contextOf } from "#server/changes/requestContext.ts";
import { taskExists } from "#server/comments/queries.ts";
import type { Deps } from "#server/deps.ts";
import { api, BY_ID } from "#server/http/apiRoute.ts";
import { allowSlowArrival } from "#server/http/arrivingBodies.ts";
import { notFound } from "#server/refusals.ts";
import { userOf } from "#server/sessions/access.ts";
import { addFile } from "./changeFiles.ts";
import type { FileQuota } from "./quota.ts";
import { acceptFiles, fileTooLarge, receivedFile } from "./receive.ts";
import { requireRoomForFile } from "./rows.ts";
import type { FileStore } from "./store.ts";

/** What a multipart body has besides the file, in bytes. */
const MULTIPART_BYTES = 64 * 1024;

const UPLOAD = api({
  access: "user",
  tag: "Files",
  params: BY_ID,
  operationId: "addFile",
  summary: "Attach a file to a task: the body, or the first file of multipart/form-data",
  query: fileUploadRule,
  upload: true,
  headers: CLIENT_ID_HEADER,
  status: 201,
  response: FileResponse,
  failures: {
    409: "The task has the maximum number of files.",
    413: "The file is larger than FILES_MAX_MB.",
    415: "The file was sent with a content-encoding.",
    429: "This user has too many requests under way, or uploaded too much within an hour.",
    507: "The disk is nearly full, or all files together are larger than FILES_TOTAL_GB.",
  },
});

/** The route to attach a file. It is refused before its bytes arrive, where that is possible. */
export function uploadRoute(
  app: FastifyInstance,
  { db, config, now }: Deps,
  { store, quota }: { store: FileStore; quota: FileQuota },
): void {
  app.register((scope: FastifyInstance, _options, done) => {
    scope.addHook("preParsing", async (request, reply) => {
      const { id } = request.params as { id: string };
      if (!(await taskExists(db, id))) throw notFound("Task not found");
      const length = Number(request.headers["content-length"] ?? 0);
      if (length > config.files.maxBytes + MULTIPART_BYTES) {
        // Nobody reads the rest.
        reply.header("connection", "close");
        throw fileTooLarge(config.files.maxBytes);
      }
      // A body whose length isn't told may have the maximum.
      const bytes = "content-length" in request.headers ? length : config.files.maxBytes;
      quota.begin(userOf(request).id, bytes);
      allowSlowArrival(request.raw);
      // A repeat has its file already.
      if (await isRecorded(db, contextOf(request, now()))) return;
      await requireRoomForFile(db, id);
      await quota.require(db, userOf(request).id, bytes);
    });
    acceptFiles(scope, store, config);

    scope.post("/api/tasks/:id/files", UPLOAD, async (request, reply): Promise<FileResponse> => {
      const { params, query } = request;
      const { bytes, name } = receivedFile(request.body);
      const user = userOf(request);
      const context = contextOf(request, now());
      const added = {
        id: context.id ?? randomUUID(),
        taskId: params.id,
        name: query.name ?? name ?? "",
        alt: query.alt ?? "",
        bytes,
      };
      const file = await quota.adding(
        user.id,
        bytes.size,
        async (requireRoom) => await addFile(db, added, user, context, requireRoom),
      );
      reply.code(201);
      return { file };
    });
    done();
  });
}
