import type {
  BaseQueryFn,
  FetchArgs,
  FetchBaseQueryError,
  FetchBaseQueryMeta,
} from "@reduxjs/toolkit/query/react";
import { pause, pauseAbout } from "#lib/pause.ts";
import { extraOf } from "./apiExtra.ts";
import type { RetryAfter } from "./errors.ts";

const MAX_ATTEMPTS = 3;
/** A query whose `Retry-After` is longer than this many ms fails at once. */
const MAX_RETRY_AFTER_MS = 5_000;

/** `final`: the call must not be retried. */
export type Meta = FetchBaseQueryMeta & { final?: boolean };

function isTemporary({ status }: FetchBaseQueryError): boolean {
  return status === "FETCH_ERROR" || status === 502 || status === 503 || status === 429;
}

/** The `Retry-After` header, which holds seconds or a date; null without one. */
function retryAfterMsOf(meta: Meta | undefined): number | null {
  const header = meta?.response?.headers.get("retry-after");
  if (!header) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/** The error with the response's `Retry-After`: the caller of a mutation doesn't see the response. */
function withRetryAfter(error: FetchBaseQueryError, meta: Meta | undefined) {
  const retryAfterMs = retryAfterMsOf(meta);
  return retryAfterMs === null ? error : ({ ...error, retryAfterMs } satisfies RetryAfter);
}

/** The options of an endpoint about retries. */
export interface RetryOptions {
  /**
   * The mutation is retried, because a repeat changes nothing if the server has applied the first
   * request.
   */
  isRepeatable?: true;
}

/**
 * Retries queries and repeatable mutations after network errors and when the server is overloaded.
 * Other mutations are never retried, because the server may have applied one whose response was
 * lost.
 */
export function withRetry<Options extends RetryOptions>(
  query: BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError, Options, Meta>,
): BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError, Options, Meta> {
  return async (args, api, options) => {
    const isRepeatable = api.type === "query" || options?.isRepeatable;
    for (let attempt = 1; ; attempt += 1) {
      const answer = await query(args, api, options);
      const { error, meta } = answer;
      if (!error || !isTemporary(error) || meta?.final) return answer;
      const result = { ...answer, error: withRetryAfter(error, meta) };
      if (!isRepeatable || attempt >= MAX_ATTEMPTS || api.signal.aborted) return result;
      const delayMs = retryAfterMsOf(meta);
      if (delayMs === null) {
        await pauseAbout(extraOf(api).retryDelayMs * 2 ** (attempt - 1), api.signal);
      } else {
        if (delayMs > MAX_RETRY_AFTER_MS) return result;
        await pause(delayMs, api.signal);
      }
    }
  };
}
