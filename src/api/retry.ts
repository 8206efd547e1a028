import type {
  BaseQueryFn,
  FetchArgs,
  FetchBaseQueryError,
  FetchBaseQueryMeta,
} from "@reduxjs/toolkit/query/react";
import { pause, pauseAbout } from "#lib/pause.ts";
import { extraOf } from "./extra.ts";

/** Tries in all. */
const MAX_ATTEMPTS = 3;
/** The longest `Retry-After`, in ms, that is worth waiting for; beyond it the call fails at once. */
const MAX_RETRY_AFTER_MS = 5_000;

/** `final`: the call has been tried enough already. */
export type Meta = FetchBaseQueryMeta & { final?: boolean };

function isPassing({ status }: FetchBaseQueryError): boolean {
  return status === "FETCH_ERROR" || status === 502 || status === 503 || status === 429;
}

/** ms that the server asks to wait (seconds or a date), or null if it doesn't. */
function retryAfter(meta: Meta | undefined): number | null {
  const header = meta?.response?.headers.get("retry-after");
  if (!header) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/**
 * Tries queries again, few times and soon, when the network or an overloaded server failed them.
 * Mutations never: a call whose answer was lost may have been carried out.
 */
export function withRetry<Options>(
  query: BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError, Options, Meta>,
): BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError, Options, Meta> {
  return async (args, api, options) => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await query(args, api, options);
      const { error, meta } = answer;
      if (!error || !isPassing(error) || meta?.final) return answer;
      if (api.type !== "query" || attempt >= MAX_ATTEMPTS || api.signal.aborted) return answer;
      const asked = retryAfter(meta);
      if (asked !== null && asked > MAX_RETRY_AFTER_MS) return answer;
      if (asked === null) {
        await pauseAbout(extraOf(api).retryDelay * 2 ** (attempt - 1), api.signal);
      } else {
        await pause(asked, api.signal);
      }
    }
  };
}
