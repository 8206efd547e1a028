import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { ReportSkipped } from "#server/changes/skipped.ts";
import { onCommit } from "#server/db/transaction.ts";
import { createWriteTogether } from "#server/db/writeTogether.ts";
import type { Deps } from "#server/deps.ts";
import { claimDelivery, dueWebhooks, releaseDelivery, settleDelivery } from "./attempts.ts";
import { makeDeliveries } from "./makeDeliveries.ts";
import { type PostOptions, postDelivery } from "./post.ts";
import { publicLookup } from "./publicAddress.ts";
import { signedHeaders } from "./signature.ts";

/**
 * The interval in ms at which the sender looks for retries, for deliveries of other processes, and for
 * changes that waited for a transaction which was rolled back.
 */
const INTERVAL_MS = 5_000;
/** The delay in ms after a commit, so that the changes of a burst are sent together. */
const WAKE_DELAY_MS = 50;
const TIMEOUT_MS = 10_000;

/** Makes the deliveries of new changes, and sends those that are due. */
export interface Sender {
  /** Resolves when nothing that was due is left. */
  sendDue(): Promise<void>;
  /** Aborts the deliveries under way, which another server or the next start sends again. */
  close(): Promise<void>;
}

/** Each webhook has one delivery under way at a time, so that a slow receiver delays only its own. */
export function createSender(
  { db, now, config }: Deps,
  log: Pick<FastifyBaseLogger, "error">,
  options: Partial<PostOptions> = {},
  report?: ReportSkipped,
): Sender {
  const post: PostOptions = {
    isPrivateAllowed: config.privateWebhooks,
    lookup: publicLookup(),
    timeoutMs: TIMEOUT_MS,
    ...options,
  };
  const closing = new AbortController();
  const running = new Map<string, Promise<void>>();
  const writeTogether = createWriteTogether(db);

  async function sendAll(webhookId: string): Promise<void> {
    let claimed = await writeTogether((trx) => claimDelivery(trx, webhookId, now()));
    while (claimed) {
      const current = claimed;
      const { id, payload, url, secret } = current;
      const headers = signedHeaders(secret, { id, payload, at: now() });
      const outcome = await postDelivery(url, { headers, payload }, post, closing.signal);
      claimed = await writeTogether(async (trx) => {
        if (!closing.signal.aborted) {
          await settleDelivery(trx, current, outcome, now());
          return await claimDelivery(trx, webhookId, now());
        }
        if (outcome.error === null) await settleDelivery(trx, current, outcome, now());
        else await releaseDelivery(trx, current, now());
        return undefined;
      });
    }
  }

  function start(webhookId: string): Promise<void> {
    const done = sendAll(webhookId)
      .catch((failure: unknown) => log.error(failure))
      .finally(() => running.delete(webhookId));
    running.set(webhookId, done);
    return done;
  }

  return {
    async sendDue() {
      await makeDeliveries(db, report);
      const due = await dueWebhooks(db, now());
      await Promise.all(due.map((id) => running.get(id) ?? start(id)));
    },
    async close() {
      closing.abort();
      await Promise.all(running.values());
    },
  };
}

/**
 * Sends deliveries while the server listens: soon after each commit, and at an interval. Returns a
 * function that looks for deliveries soon.
 */
export function runSender(app: FastifyInstance, deps: Deps, report: ReportSkipped): () => void {
  const sender = createSender(deps, app.log, {}, report);
  let wakeTimer: NodeJS.Timeout | undefined;
  let interval: NodeJS.Timeout | undefined;

  function look() {
    wakeTimer = undefined;
    sender.sendDue().catch((failure: unknown) => app.log.error(failure));
  }
  function wake() {
    if (interval) wakeTimer ??= setTimeout(look, WAKE_DELAY_MS);
  }

  const stopListening = onCommit(deps.db, wake);
  app.addHook("onListen", (done) => {
    interval = setInterval(wake, INTERVAL_MS);
    wake();
    done();
  });
  app.addHook("onClose", async () => {
    stopListening();
    clearInterval(interval);
    clearTimeout(wakeTimer);
    interval = undefined;
    await sender.close();
  });
  return wake;
}
