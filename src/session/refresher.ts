import type { UnknownAction } from "@reduxjs/toolkit";
import { Mutex } from "async-mutex";
import type { Refresher, RefreshOutcome, SentWith } from "#api/apiExtra.ts";
import { PAGE_ANSWERED } from "#api/pageAnswered.ts";
import type { RefreshRequest } from "#contract/session.ts";
import { ownName } from "#lib/address/basePath.ts";
import { API_BASE } from "#lib/env.ts";
import { pauseAbout } from "#lib/pause.ts";
import {
  REFRESH_STARTED,
  REFRESH_SUCCEEDED,
  REFRESH_UNREACHABLE,
  SESSION_EXPIRED,
} from "./refreshEvents.ts";
import type { TokenVault } from "./tokens.ts";

interface RefresherOptions {
  tokens: TokenVault;
  /** Locks across tabs, where the browser has them. */
  locks?: Pick<LockManager, "request"> | undefined;
  /** The timeout in ms of the first attempt. Each further attempt gets this much more. */
  timeoutMs?: number;
  /** The pause in ms between two attempts; doubles each time. */
  retryDelayMs?: number;
}

const MAX_ATTEMPTS = 3;
const LOCK = ownName("taskdeck:refresh");
/** Another tab's new token may arrive up to this many ms after that tab has released the lock. */
const TOKEN_BROADCAST_GRACE_MS = 100;

/** Statuses that mean the refresh token is permanently invalid. */
const REFUSALS = new Set([400, 401, 403]);

type RefreshResult =
  | { type: "renewed"; accessToken: string; refreshToken?: string }
  | { type: "refused"; isClosed?: boolean }
  | { type: "unreachable"; isAnswered?: boolean };

/** What the API's JSON may hold. */
type Body = Partial<Record<"accessToken" | "refreshToken" | "code", unknown>>;

/** POST /api/auth/refresh, outside the normal client (§7), with its own timeout. */
async function requestToken(refreshToken: string, timeoutMs: number): Promise<RefreshResult> {
  try {
    const response = await fetch(`${API_BASE}/api/auth/refresh`, {
      method: "POST",
      credentials: "include",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ refreshToken } satisfies RefreshRequest),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { status, ok } = response;
    const text = await response.text();
    const body = (/^\s*{/.test(text) && JSON.parse(text)) as Body | false;
    // A server of the contract may refuse without a body.
    if (REFUSALS.has(status) && (body || (status === 401 && !text))) {
      return { type: "refused", isClosed: body && body.code === "account_closed" };
    }
    // A proxy may have refused the request, or answered it.
    if (!ok || !body || typeof body.accessToken !== "string") {
      return { type: "unreachable", isAnswered: ok || REFUSALS.has(status) };
    }
    const rotated = typeof body.refreshToken === "string" && { refreshToken: body.refreshToken };
    return { type: "renewed", accessToken: body.accessToken, ...rotated };
  } catch {
    return { type: "unreachable" };
  }
}

/**
 * Runs `refresh` while holding the lock that all tabs share. If another tab holds the lock, waits at
 * most `timeoutMs` for it, then runs `afterWait` first.
 */
async function withRefreshLock(
  locks: Pick<LockManager, "request">,
  timeoutMs: number,
  refresh: () => Promise<RefreshOutcome>,
  afterWait: () => Promise<void>,
): Promise<RefreshOutcome> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const immediate = { ifAvailable: true };
    const outcome = await locks.request(LOCK, immediate, async (lock) => lock && (await refresh()));
    if (outcome) return outcome;
    return await locks.request(LOCK, { signal }, async () => {
      await afterWait();
      return await refresh();
    });
  } catch (failure) {
    if (signal.aborted) return "unreachable";
    throw failure;
  }
}

export function createRefresher({
  tokens,
  locks = navigator.locks,
  timeoutMs = 4_000,
  retryDelayMs = 300,
}: RefresherOptions): Refresher {
  const mutex = new Mutex();
  let refreshCount = 0;
  let lastOutcome: RefreshOutcome = "superseded";

  /** Whether the session is over. Another tab may have ended it without this tab knowing yet. */
  function isOver(epoch: number): boolean {
    if (tokens.end || (tokens.user && tokens.refreshToken)) tokens.reconcile();
    return tokens.epoch !== epoch;
  }

  async function refresh(
    { token, epoch }: SentWith,
    dispatch: (event: UnknownAction) => unknown,
  ): Promise<RefreshOutcome> {
    if (isOver(epoch)) return "superseded";
    if (tokens.accessToken && tokens.accessToken !== token) return "renewed";
    dispatch({ type: REFRESH_STARTED });
    for (let attempt = 1; ; attempt += 1) {
      if (isOver(epoch)) return "superseded";
      const { refreshToken } = tokens;
      // A screen that outlives its session may still send requests. They can't end it twice.
      if (!refreshToken && tokens.end) return "superseded";
      const result: RefreshResult = refreshToken
        ? await requestToken(refreshToken, timeoutMs * attempt)
        : { type: "refused" };
      // A late response must not undo a sign-out or affect the next user's session.
      if (isOver(epoch)) return "superseded";
      if (result.type === "renewed") {
        tokens.renew(result.accessToken, result.refreshToken, refreshToken);
        dispatch({ type: REFRESH_SUCCEEDED });
        return "renewed";
      }
      if (result.type === "refused") {
        // Another tab may have stored a newer refresh token since the request was sent.
        if (refreshToken !== tokens.refreshToken && attempt < MAX_ATTEMPTS) continue;
        tokens.clear(result.isClosed ? "closed" : "expired");
        dispatch({ type: SESSION_EXPIRED });
        return "refused";
      }
      if (attempt >= MAX_ATTEMPTS) {
        if (result.isAnswered) dispatch({ type: PAGE_ANSWERED });
        dispatch({ type: REFRESH_UNREACHABLE });
        return "unreachable";
      }
      await pauseAbout(retryDelayMs * 2 ** (attempt - 1));
    }
  }

  return {
    async idle() {
      if (mutex.isLocked()) await mutex.waitForUnlock();
    },
    async refresh(sent, dispatch) {
      const countBefore = refreshCount;
      return await mutex.runExclusive(async () => {
        if (tokens.epoch !== sent.epoch) return "superseded";
        // The token is newer than the refused one, so this 401 came late.
        if (tokens.accessToken && tokens.accessToken !== sent.token) return "renewed";
        // The refresh for which this caller waited got no new token, so the caller shares its
        // outcome.
        if (refreshCount !== countBefore) return lastOutcome;
        const run = () => refresh(sent, dispatch);
        // The other tab's new token is valid here too, but may arrive after the lock is released.
        const receive = () => tokens.waitForRenewal(sent.token, TOKEN_BROADCAST_GRACE_MS);
        const waitMs = timeoutMs * MAX_ATTEMPTS ** 2;
        lastOutcome = locks ? await withRefreshLock(locks, waitMs, run, receive) : await run();
        refreshCount += 1;
        return lastOutcome;
      });
    },
  };
}
