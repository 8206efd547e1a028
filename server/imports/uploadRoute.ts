import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { IMPORT_MAX_BYTES } from "#contract/imports.ts";
import { importUploadRule } from "#contract/rules/imports.ts";
import { ImportResponse } from "#contract/shapes/imports.ts";
import { contextOf } from "#server/changes/requestContext.ts";
import type { Deps } from "#server/deps.ts";
import { createFairQueue } from "#server/fairQueue.ts";
import { api } from "#server/http/apiRoute.ts";
import { idempotentId } from "#server/http/idempotency.ts";
import { ZONE, zoneOf } from "#server/http/today.ts";
import type { Runner } from "#server/jobs/runner.ts";
import { badRequest, Refusal } from "#server/refusals.ts";
import { importDetail } from "./queries.ts";
import { beingRead, saveUpload } from "./upload.ts";

const UPLOAD = {
  ...api({
    access: "admin",
    tag: "Imports",
    response: ImportResponse,
    operationId: "uploadImport",
    summary: "Upload another product's export, which becomes a draft with proposals",
    query: importUploadRule,
    upload: true,
    headers: ZONE,
    status: 201,
    failures: {
      413: "The file is larger than 32 MiB.",
      415: "The file was sent with a content-encoding.",
      429: "Other files are being read, or this user has too many requests under way.",
    },
  }),
  bodyLimit: IMPORT_MAX_BYTES,
};

/**
 * Receives and reads one file at a time, because each takes several times its size in memory. A further
 * upload is refused before its body is received. Covers the routes of this scope only.
 */
function oneAtATime(scope: FastifyInstance): void {
  const queue = createFairQueue({ lanes: 1, waitingMax: 0, deadlineMs: 0, refusal: beingRead });
  const ends = new WeakMap<FastifyRequest, () => void>();
  scope.addHook("preParsing", async (request) => {
    // Nothing arrives from a connection that has ended, and nothing would free the place again.
    if (request.raw.destroyed) throw beingRead();
    ends.set(request, await queue.take([]));
  });
  scope.addHook("onSend", async (request) => ends.get(request)?.());
}

/** Accepts files of any media type, as bytes. Covers the routes of this scope only. */
function acceptFiles(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<Buffer>("*", { parseAs: "buffer" }, (request, body, done) => {
    // Retries are recognised by the body's text.
    request.bodyText = createHash("sha256").update(body).digest("base64");
    const { "content-encoding": encoding = "identity" } = request.headers;
    if (encoding === "identity") done(null, body);
    else done(new Refusal("unsupported", { error: "Send the file without a content-encoding" }));
  });
}

/** The route to upload a file for import, for admins. */
export function uploadRoute(
  app: FastifyInstance,
  { db, now, readImport }: Deps,
  { finish }: Runner,
): void {
  app.register((scope: FastifyInstance, _options, done) => {
    oneAtATime(scope);
    acceptFiles(scope);
    scope.post("/api/imports", UPLOAD, async (request, reply): Promise<ImportResponse> => {
      const { name: fileName = "" } = request.query;
      const bytes = request.body;
      if (!(bytes instanceof Uint8Array)) throw badRequest("Send the file as the body");
      const id = idempotentId(request);
      const upload = { id, fileName, bytes, timeZone: zoneOf(request) };
      await saveUpload(db, upload, contextOf(request, now()), finish, readImport);
      reply.code(201);
      return { import: await importDetail(db, id, now()) };
    });
    done();
  });
}
