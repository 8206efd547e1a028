import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import { uploadKeyRule } from "#contract/rules/file.ts";
import { taskExists } from "#server/comments/queries.ts";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/db/schema.ts";
import { allowSlowArrival } from "#server/http/arrivingBodies.ts";
import { validated } from "#server/http/validation.ts";
import { conflict, notFound, tooLarge } from "#server/refusals.ts";
import { userOf } from "#server/sessions/access.ts";
import type { Signer } from "#server/sessions/signing.ts";
import { filesFolder } from "./folderStore.ts";
import { createPartialUploads, type PartialUpload, UNKNOWN } from "./partialUploads.ts";
import { limited } from "./receive.ts";
import { isAdded } from "./rows.ts";

/** The media type of a chunk. */
export const BYTES = "application/offset+octet-stream";

/** Finds uploads by their addresses, which are signed: no row has them. */
export function createResumableUploads(db: Kysely<Database>, config: Config, signer: Signer) {
  const partials = createPartialUploads(filesFolder(config));
  const urlOf = ({ taskId }: PartialUpload, key = "") =>
    `${config.basePath}/api/tasks/${encodeURIComponent(taskId)}/uploads?key=${key}`;

  return {
    partials,
    urlOf,
    /** Begins an upload, and returns its address. */
    async begin(upload: PartialUpload): Promise<string> {
      await partials.begin(upload);
      return urlOf(upload, await signer.seal(JSON.stringify(upload)));
    },
    /** The upload of a request's address. Throws a 404 for an upload of another user or task. */
    async find(request: FastifyRequest): Promise<PartialUpload> {
      // A body arrives before the framework has checked the query.
      const { key = "" } = validated(uploadKeyRule, request.query);
      const upload = JSON.parse((await signer.open(key)) ?? "{}") as Partial<PartialUpload>;
      const { id } = request.params as { id: string };
      const isOwn = upload.userId === userOf(request).id && upload.taskId === id;
      if (!isOwn || !(await taskExists(db, id))) throw notFound(UNKNOWN);
      return upload as PartialUpload;
    },
    /** The number of bytes that have arrived. Throws a 404 if a cancel has deleted them. */
    async arrived(upload: PartialUpload): Promise<number> {
      const size = await partials.sizeOf(upload);
      if (size === undefined) throw notFound(UNKNOWN);
      return size;
    },
    /** Does something with the bytes. Throws a 404 if it fails because a cancel has deleted them. */
    async unlessCancelled<T>(upload: PartialUpload, work: () => Promise<T>): Promise<T> {
      return await work().catch(async (failure: unknown) => {
        await this.arrived(upload);
        throw failure;
      });
    },
    /**
     * The number of bytes that the client need not send. The last one counts once the task has the file, so that a client
     * sends it again after a crash.
     */
    async offsetOf(upload: PartialUpload): Promise<number> {
      if (await isAdded(db, upload.id)) return upload.size;
      return Math.min(await this.arrived(upload), upload.size - 1);
    },
  };
}

/**
 * Accepts chunks as the bodies of a scope's routes, and writes them while they arrive.
 *
 * @returns the upload of each request
 */
export function receiveChunks(
  scope: FastifyInstance,
  uploads: ReturnType<typeof createResumableUploads>,
): { get: (request: FastifyRequest) => { upload: PartialUpload } | undefined } {
  const sending = new WeakMap<FastifyRequest, { upload: PartialUpload; offset: number }>();
  scope.addHook("preParsing", async (request) => {
    const upload = await uploads.find(request);
    const offset = await uploads.offsetOf(upload);
    if (countIn(request, "upload-offset") !== offset) {
      throw conflict(`Upload-Offset must be ${offset}`);
    }
    if (Number(request.headers["content-length"] ?? 0) > upload.size - offset) {
      throw tooLarge("The body has more bytes than the file lacks");
    }
    sending.set(request, { upload, offset });
    allowSlowArrival(request.raw);
  });
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(BYTES, async (request: FastifyRequest, payload: Readable) => {
    const sent = sending.get(request);
    if (!sent) throw notFound(UNKNOWN);
    const { upload, offset } = sent;
    await uploads.unlessCancelled(upload, () =>
      uploads.partials.write(upload, offset, limited(payload, upload.size - offset)),
    );
    // Repeats are recognised by the body's text.
    request.bodyText = `${upload.id} ${offset}`;
    return sent;
  });
  return sending;
}

/** A count in a header; undefined for anything else. */
export function countIn({ headers }: FastifyRequest, name: string): number | undefined {
  const { [name]: text } = headers;
  return typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
