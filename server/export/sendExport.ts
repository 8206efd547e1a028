import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import { onPostgres } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import { openSnapshot } from "#server/db/snapshot.ts";
import type { Deps } from "#server/deps.ts";
import { createFairQueue } from "#server/fairQueue.ts";
import { createRateLimit } from "#server/rateLimit.ts";
import { tooMany } from "#server/refusals.ts";
import { userOf } from "#server/sessions/access.ts";

/** A slow client must not keep a snapshot for longer, because the database keeps its old rows. */
const EXPORT_MAX_MS = 30 * 60_000;

/** The maximum number of one user's exports within the window. */
export const USER_EXPORTS_MAX = 30;
const WINDOW_MS = 10 * 60_000;
const RETRY_AFTER_SECONDS = 5;

/** The maximum number of exports that wait for a place, and for how many ms each may. */
const WAITING_MAX = 50;
const WAIT_MS = 30_000;
/** While others wait, an export loses its place if its reader takes nothing for this many ms. */
const SLOW_READER_MS = 5_000;
const CHECK_MS = 1_000;

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
  const lanes = onPostgres(db) ? share : SQLITE_EXPORTS;
  const rate = createRateLimit(WINDOW_MS, elapsed);
  const queue = createFairQueue({
    lanes,
    waitingMax: WAITING_MAX,
    deadlineMs: WAIT_MS,
    perKey: { lanes: 1, max: 1 },
    refusal: (isOwn) => {
      const error = isOwn
        ? "Your last export is still under way. Please wait for it."
        : "Others are exporting right now. Please try again in a moment.";
      return tooMany(error, RETRY_AFTER_SECONDS);
    },
  });
  /** The open exports, and since when each waits for its reader; null if the reader waits. */
  const open = new Map<Readable, number | null>();

  /** Ends the exports of slow readers if others wait for their places. */
  function makeRoom(): void {
    if (queue.pending() <= lanes) return;
    for (const [stream, since] of open) {
      if (since === null || elapsed() - since < SLOW_READER_MS) continue;
      stream.destroy(new Error("An export was read too slowly while others waited"));
    }
  }
  const timer = setInterval(makeRoom, CHECK_MS).unref();

  // Open exports would delay the shutdown.
  app.addHook("preClose", (done) => {
    clearInterval(timer);
    for (const stream of open.keys()) stream.destroy();
    done();
  });

  function streamOf(pieces: AsyncGenerator<string>): Readable {
    async function* paced() {
      for await (const piece of pieces) {
        if (!open.has(stream)) return;
        open.set(stream, elapsed());
        yield piece;
        open.set(stream, null);
      }
    }
    const stream = Readable.from(paced());
    open.set(stream, null);
    return stream;
  }

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
    const stream = streamOf(write(snapshot.db));
    const limit = setTimeout(() => {
      stream.destroy(new Error("An export took too long"));
    }, EXPORT_MAX_MS);
    stream.once("close", () => {
      clearTimeout(limit);
      open.delete(stream);
      end();
      snapshot.close().catch((failure: unknown) => request.log.error(failure));
    });
    const day = now().toISOString().slice(0, "yyyy-MM-dd".length);
    reply.header("content-disposition", `attachment; filename="${name}-${day}.${ending}"`);
    return await reply.type(`${type}; charset=utf-8`).send(stream);
  };
}
