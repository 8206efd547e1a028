import { setTimeout as pause } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "#server/config.ts";
import { redactSecrets } from "#server/http/log.ts";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Sends mails in the background. Mails and their links are only in this process's memory. */
export interface Mailer {
  /**
   * Sends a mail as soon as the mail server takes it, with retries. Then calls `onSettled` once,
   * with whether the mail was sent.
   */
  post(mail: Mail, onSettled: (sent: boolean) => Promise<void>): void;
  /** Drops the mails that wait, and ends the connections. */
  close(): Promise<void>;
}

/** The maximum number of mails under way. Beyond it they count as not sent. */
const QUEUE_MAX = 1_000;
/** The transport sends this many mails at once, and queues the others. */
const CONNECTIONS = 3;
/** The time in ms that the mail server has for each step. */
const STEP_TIMEOUT_MS = 10_000;
/** Tells programs that answer mails, such as an absence note, not to answer (RFC 3834). */
const HEADERS = { "Auto-Submitted": "auto-generated" };
/** The pauses in ms before each attempt. */
const ATTEMPT_PAUSES_MS = [0, 5_000, 60_000];

/** Whether the mail server refused for good (RFC 5321 §4.2.1), so that a retry is useless. */
const isPermanent = (failure: unknown): boolean => Number(Object(failure).responseCode) >= 500;

/** Opens a mailer. It loads nodemailer, which only servers with SMTP_URL need. */
export async function openMailer(
  { url, from }: NonNullable<Config["mail"]>,
  log: Pick<FastifyBaseLogger, "warn" | "error">,
  pausesMs: readonly number[] = ATTEMPT_PAUSES_MS,
): Promise<Mailer> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: STEP_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const closing = new AbortController();
  const running = new Set<Promise<void>>();

  async function attempt(mail: Mail): Promise<boolean> {
    for (const [index, ms] of pausesMs.entries()) {
      if (ms > 0) await pause(ms, undefined, { signal: closing.signal }).catch(() => undefined);
      if (closing.signal.aborted) return false;
      try {
        await transport.sendMail({ ...mail, from, headers: HEADERS });
        return true;
      } catch (failure) {
        if (closing.signal.aborted) return false;
        // The message may contain the recipient's address, so only the codes are logged.
        const { code, responseCode, command } = Object(failure);
        log.warn({ code, responseCode, command, attempt: index + 1 }, "A mail could not be sent");
        if (isPermanent(failure)) return false;
      }
    }
    return false;
  }

  return {
    post(mail, onSettled) {
      const isRefused = running.size >= QUEUE_MAX || closing.signal.aborted;
      const done = (isRefused ? Promise.resolve(false) : attempt(mail))
        .then(onSettled)
        .catch((failure: unknown) => log.error(redactSecrets(String(failure))))
        .finally(() => running.delete(done));
      running.add(done);
    },
    async close() {
      closing.abort();
      transport.close();
      while (running.size > 0) await Promise.all(running);
    },
  };
}
