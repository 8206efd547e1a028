import {
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
  fetchBaseQuery,
} from "@reduxjs/toolkit/query/react";
import { CLIENT_HEADER } from "#contract/events.ts";
import { IDEMPOTENCY_HEADER } from "#contract/idempotency.ts";
import { createClientId } from "#lib/clientId.ts";
import { API_BASE, SAME_ORIGIN } from "#lib/env.ts";
import type { WithConnectionStatus } from "./connectionEvents.ts";
import { answerOverdue, serverReached, serverUnreachable } from "./connectionEvents.ts";
import { isUnsure } from "./errors.ts";
import { extraOf } from "./extra.ts";
import { type Meta, withRetry } from "./retry.ts";

/** What an endpoint may say about its calls, as `extraOptions`. */
export interface CallOptions {
  /** `none`: this call makes or ends a session, so a 401 is its answer and not a reason to refresh. */
  session?: "none";
}

export type Query = BaseQueryFn<
  string | FetchArgs,
  unknown,
  FetchBaseQueryError,
  CallOptions,
  Meta
>;

/** Sends a call. Another origin's CORS rules need not know our headers, so only ours gets them. */
const plain = fetchBaseQuery({
  baseUrl: API_BASE,
  credentials: "include",
  prepareHeaders: (headers, api) => {
    if (SAME_ORIGIN) {
      headers.set(CLIENT_HEADER, extraOf(api).clientId);
      // When its connection breaks, a browser sends a call again by itself.
      if (api.type === "mutation") headers.set(IDEMPOTENCY_HEADER, createClientId());
      headers.set("x-time-zone", Intl.DateTimeFormat().resolvedOptions().timeZone);
    }
  },
});

/** The same, but an answer that was cut off in the middle counts as none: `plain` calls it unreadable. */
const whole: Query = async (args, api, options) => {
  const answer = await plain(args, api, options);
  const { error } = answer;
  if (error?.status !== "PARSING_ERROR" || error.error.startsWith("SyntaxError")) return answer;
  const lost: FetchBaseQueryError = { status: "FETCH_ERROR", error: error.error };
  return { error: lost, ...(answer.meta && { meta: answer.meta }) };
};

/** The same, and what it shows of the connection is made known. */
const base: Query = async (args, api, options) => {
  const call = extraOf(api).calls.begin(api.signal, () => api.dispatch(answerOverdue()));
  try {
    const answer = await whole(args, { ...api, signal: call.signal }, options);
    // A call that was taken back or given up shows nothing new.
    if (call.signal.aborted) return answer;
    if (answer.error && isUnsure(answer.error)) {
      api.dispatch(serverUnreachable());
    } else if ((api.getState() as WithConnectionStatus).connection.status !== "online") {
      api.dispatch(serverReached());
    }
    return answer;
  } finally {
    call.end();
  }
};

function withBearer(args: string | FetchArgs, token: string | null): FetchArgs {
  const call = typeof args === "string" ? { url: args } : args;
  if (!token) return call;
  const headers = new Headers(call.headers as HeadersInit | undefined);
  headers.set("authorization", `Bearer ${token}`);
  return { ...call, headers };
}

/** The session that each call belongs to: a call that is tried again must not slip into the next. */
const epochs = new WeakMap<AbortSignal, number>();

/** Sends a call with the access token; after a 401, once more with a new one (§4, §8). */
const session: Query = async (args, api, options) => {
  const { tokens, refresher } = extraOf(api);
  if (options?.session === "none") return await base(args, api, options);

  const epoch = epochs.get(api.signal) ?? tokens.epoch;
  epochs.set(api.signal, epoch);
  // While a new token is being fetched the present one is known to be refused.
  await refresher.idle();
  // Whoever asked is gone: nothing goes out in the name of the next user.
  if (tokens.epoch !== epoch) return { error: { status: 401, data: undefined } };
  const sent = { token: tokens.accessToken, epoch };
  const answer = await base(withBearer(args, sent.token), api, options);
  if (answer.error?.status !== 401) return answer;

  const outcome = await refresher.refresh(sent, api.dispatch);
  if (outcome === "renewed" && tokens.epoch === epoch) {
    return await base(withBearer(args, tokens.accessToken), api, options);
  }
  if (outcome === "unreachable") {
    const error = "The session could not be renewed";
    const meta = answer.meta && { ...answer.meta, final: true };
    return { error: { status: "FETCH_ERROR", error }, ...(meta && { meta }) };
  }
  return answer;
};

/** base → session → retry. */
export const baseQuery: Query = withRetry(session);
