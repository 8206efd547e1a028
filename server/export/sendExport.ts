import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import { onPostgres } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import { openSnapshot } from "#server/db/snapshot.ts";
import type { Deps } from "#server/deps.ts";
import { createFairQueue } from "#server/fairQueue.ts";
import { HttpError } from "#server/http/errors.ts";
import { createRateLimit } from "#server/rateLimit.ts";
import { userOf } from "#server/sessions/access.ts";

/** A slow client must not keep a snapshot for longer, because the database keeps its old rows. */
const EXPORT_MAX_MS = 30 * 60_000;

/** The maximum number of one user's exports within the window. */
export const USER_EXPORTS_MAX = 30;
const WINDOW_MS = 10 * 60_000;
const RETRY_AFTER_SECONDS = 5;

/** The maximum number of concurrent exports on SQLite, where other requests wait for each step. */
const SQLITE_EXPORTS = 2;

/** A file that a route sends. */
interface ExportFile {
  type: string;
  /** The file's name without the day and the extension. */
  name: string;
  ending: "csv" | "json";
  /** Called before the file is written, unless the limits refuse the export. */
  prepare?: () => Promise<void>;
  /** Writes the file's text in pieces, from a snapshot. */
  write: (db: Kysely<Database>) => AsyncGenerator<string>;
}

/** Sends a file to the user of a request. */
type SendExport = (
  request: FastifyRequest,
  reply: FastifyReply,
  file: ExportFile,
) => Promise<FastifyReply>;

/**
 * Returns a function that streams files, one of each user at a time, because each keeps a
 * snapshot open. It reads only as fast as the client does. A failure in the middle of a file breaks the connection, so a client
 * never mistakes a partial file for a complete one.
 */
export function createSendExport(
  app: FastifyInstance,
  { db, config, now, elapsed = () => performance.now() }: Deps,
): SendExport {
  const share = Math.max(1, Math.floor((config.postgres?.poolSize ?? 10) / 5));
  const rate = createRateLimit(WINDOW_MS, elapsed);
  const queue = createFairQueue({
    lanes: onPostgres(db) ? share : SQLITE_EXPORTS,
    waitingMax: 0,
    deadlineMs: 0,
    perKey: { lanes: 1, max: 1 },
    refusal: (isOwn) => {
      const error = isOwn
        ? "Your last export is still under way. Please wait for it."
        : "Others are exporting right now. Please try again in a moment.";
      return new HttpError(429, { error }, RETRY_AFTER_SECONDS);
    },
  });
  const open = new Set<Readable>();

  // Open exports would delay the shutdown.
  app.addHook("preClose", (done) => {
    for (const stream of open) stream.destroy();
    done();
  });

  return async (request, reply, { type, name, ending, prepare, write }) => {
    const { id } = userOf(request);
    const end = await queue.take([id]);
    const begin = async () => {
      rate.take(id, USER_EXPORTS_MAX);
      await prepare?.();
      return await openSnapshot(db);
    };
    const snapshot = await begin().catch((failure: unknown) => {
      end();
      throw failure;
    });
    const stream = Readable.from(write(snapshot.db));
    open.add(stream);
    const timer = setTimeout(() => {
      stream.destroy(new Error("An export took too long"));
    }, EXPORT_MAX_MS);
    stream.once("close", () => {
      clearTimeout(timer);
      open.delete(stream);
      end();
      snapshot.close().catch((failure: unknown) => request.log.error(failure));
    });
    const day = now().toISOString().slice(0, "yyyy-MM-dd".length);
    reply.header("content-disposition", `attachment; filename="${name}-${day}.${ending}"`);
    return await reply.type(`${type}; charset=utf-8`).send(stream);
  };
}
