import type { UnknownAction } from "@reduxjs/toolkit";
import { Mutex } from "async-mutex";
import type { Refresher, RefreshOutcome, SentWith } from "#api/extra.ts";
import type { ErrorBody } from "#contract/errors.ts";
import type { RefreshRequest } from "#contract/session.ts";
import { API_BASE } from "#lib/env.ts";
import { pauseAbout } from "#lib/pause.ts";
import {
  refreshStarted,
  refreshSucceeded,
  refreshUnreachable,
  sessionExpired,
} from "./sessionEvents.ts";
import type { TokenVault } from "./tokens.ts";

export interface RefresherOptions {
  tokens: TokenVault;
  /** Locks across tabs, where the browser has them. */
  locks?: Pick<LockManager, "request"> | undefined;
  /** ms that the first attempt may take; each further one may take as much longer. */
  timeout?: number;
  /** Attempts before the server counts as unreachable. */
  attempts?: number;
  /** ms between attempts, growing. */
  delay?: number;
}

const LOCK = "taskdeck:refresh";
/** What another tab's new token may take from its lock's release to its arrival here. */
const TOKEN_BROADCAST_GRACE_MS = 100;

/** Answers that mean: this refresh token will never work again. */
const REFUSALS = new Set([400, 401, 403]);

type Answer =
  | { type: "renewed"; accessToken: string; refreshToken?: string }
  | { type: "refused"; isClosed?: boolean }
  | { type: "unreachable" };

/** Whether a refusal is about the account rather than the session. */
async function saysClosed(response: Response): Promise<boolean> {
  const body = (await response.json().catch(() => null)) as Partial<ErrorBody> | null;
  return body?.code === "account_closed";
}

/** POST /api/auth/refresh, outside the normal client (§7), with a time limit of its own. */
async function askForToken(refreshToken: string, timeout: number): Promise<Answer> {
  try {
    const response = await fetch(`${API_BASE}/api/auth/refresh`, {
      method: "POST",
      credentials: "include",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ refreshToken } satisfies RefreshRequest),
      signal: AbortSignal.timeout(timeout),
    });
    if (REFUSALS.has(response.status)) {
      return { type: "refused", isClosed: await saysClosed(response) };
    }
    if (!response.ok) return { type: "unreachable" };
    const body = (await response.json()) as { accessToken?: unknown; refreshToken?: unknown };
    if (typeof body?.accessToken !== "string") return { type: "unreachable" };
    const rotated = typeof body.refreshToken === "string" && { refreshToken: body.refreshToken };
    return { type: "renewed", accessToken: body.accessToken, ...rotated };
  } catch {
    return { type: "unreachable" };
  }
}

export function createRefresher({
  tokens,
  locks = navigator.locks,
  timeout = 4_000,
  attempts = 3,
  delay = 300,
}: RefresherOptions): Refresher {
  const mutex = new Mutex();
  let finished = 0;
  let lastOutcome: RefreshOutcome = "superseded";

  /** Whether the session is over; another tab may have ended it, and the news not be here yet. */
  function isOver(epoch: number): boolean {
    if (tokens.end || (tokens.user && tokens.refreshToken)) tokens.reconcile();
    return tokens.epoch !== epoch;
  }

  async function refreshNow(
    { token, epoch }: SentWith,
    dispatch: (event: UnknownAction) => unknown,
  ): Promise<RefreshOutcome> {
    if (isOver(epoch)) return "superseded";
    if (tokens.accessToken && tokens.accessToken !== token) return "renewed";
    dispatch(refreshStarted());
    for (let attempt = 1; ; attempt += 1) {
      if (isOver(epoch)) return "superseded";
      const { refreshToken } = tokens;
      // What a screen without a session still asks for is no end of one.
      if (!refreshToken && tokens.end) return "superseded";
      const answer: Answer = refreshToken
        ? await askForToken(refreshToken, timeout * attempt)
        : { type: "refused" };
      // A late answer never undoes a sign-out, nor touches the session of the next user.
      if (isOver(epoch)) return "superseded";
      if (answer.type === "renewed") {
        tokens.renew(answer.accessToken, answer.refreshToken);
        dispatch(refreshSucceeded());
        return "renewed";
      }
      if (answer.type === "refused") {
        // Refused was the token that was asked with: another tab may have a newer one by now.
        if (refreshToken !== tokens.refreshToken && attempt < attempts) continue;
        tokens.clear(answer.isClosed ? "closed" : "expired");
        dispatch(sessionExpired());
        return "refused";
      }
      if (attempt >= attempts) {
        dispatch(refreshUnreachable());
        return "unreachable";
      }
      await pauseAbout(delay * 2 ** (attempt - 1));
    }
  }

  /** Holds the lock that all tabs share. Waits for other tabs for a bounded time only. */
  async function acrossTabs(
    sent: SentWith,
    task: () => Promise<RefreshOutcome>,
  ): Promise<RefreshOutcome> {
    if (!locks) return await task();
    const patience = AbortSignal.timeout(timeout * attempts ** 2);
    try {
      const now = { ifAvailable: true };
      const outcome = await locks.request(LOCK, now, async (lock) => lock && (await task()));
      if (outcome) return outcome;
      return await locks.request(LOCK, { signal: patience }, async () => {
        // What the tab before this one got serves here too, but may arrive after the lock.
        await tokens.news(sent.token, TOKEN_BROADCAST_GRACE_MS);
        return await task();
      });
    } catch (failure) {
      if (patience.aborted) return "unreachable";
      throw failure;
    }
  }

  return {
    async idle() {
      if (mutex.isLocked()) await mutex.waitForUnlock();
    },
    async refresh(sent, dispatch) {
      const ticket = finished;
      return await mutex.runExclusive(async () => {
        if (tokens.epoch !== sent.epoch) return "superseded";
        // The token is newer than the one refused, so this 401 came late.
        if (tokens.accessToken && tokens.accessToken !== sent.token) return "renewed";
        // Whoever waited for a refresh that came to nothing shares its end.
        if (finished !== ticket) return lastOutcome;
        lastOutcome = await acrossTabs(sent, () => refreshNow(sent, dispatch));
        finished += 1;
        return lastOutcome;
      });
    },
  };
}
