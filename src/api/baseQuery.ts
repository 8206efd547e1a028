import {
  type BaseQueryApi,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
  fetchBaseQuery,
} from "@reduxjs/toolkit/query/react";
import { IDEMPOTENCY_HEADER } from "#contract/idempotency.ts";
import { createClientId } from "#lib/clientId.ts";
import { API_BASE, SAME_ORIGIN } from "#lib/env.ts";
import { extraOf, type RefreshOutcome } from "./apiExtra.ts";
import type { WithConnectionStatus } from "./connectionEvents.ts";
import {
  pageAnswered,
  responseOverdue,
  selectIsOffline,
  serverReached,
  serverUnreachable,
} from "./connectionEvents.ts";
import { hasUnknownOutcome, UNSENT } from "./errors.ts";
import { setOwnHeaders } from "./ownHeaders.ts";
import { isPage } from "./pageAnswered.ts";
import { type Meta, type RetryOptions, withRetry } from "./retry.ts";

/** The `extraOptions` of an endpoint. */
interface CallOptions extends RetryOptions {
  /** `none`: the call starts or ends a session, so a 401 must not cause a refresh. */
  session?: "none";
  /**
   * If the connection breaks while the call waits for a token, the call is not sent, and fails with
   * `UNSENT`: others may have made changes since.
   */
  isUnsentAfterOutage?: true;
}

export type Query = BaseQueryFn<
  string | FetchArgs,
  unknown,
  FetchBaseQueryError,
  CallOptions,
  Meta
>;

/** Sends a request, unless the first script of the page has sent the same one already. */
const fetchQuery: Query = async (args, api, options) => {
  const { clientId, earlyCalls } = extraOf(api);
  const query = fetchBaseQuery({
    baseUrl: API_BASE,
    credentials: "include",
    prepareHeaders: (headers) => {
      // Another origin's CORS rules may reject our custom headers.
      if (!SAME_ORIGIN) return;
      setOwnHeaders(headers, clientId);
      // A browser may resend a request on its own when the connection breaks.
      if (api.type === "mutation" && !headers.has(IDEMPOTENCY_HEADER)) {
        headers.set(IDEMPOTENCY_HEADER, createClientId());
      }
    },
    fetchFn: async (request) => await (earlyCalls?.claim(request as Request) ?? fetch(request)),
  });
  return await query(args, api, options ?? {});
};

/** Treats a truncated response as a network error; `fetchBaseQuery` calls it a parsing error. */
const completeQuery: Query = async (args, api, options) => {
  const result = await fetchQuery(args, api, options);
  if (!result.error) return result;
  const { error } = result;
  if (error.status !== "PARSING_ERROR" || error.error.startsWith("SyntaxError")) return result;
  return { ...result, error: { status: "FETCH_ERROR", error: error.error } };
};

/**
 * Whether a proxy has sent a page. A page alone doesn't show that: a static host sends the app's own in
 * place of a response that it lacks, and a proxy refuses some requests.
 */
const isFromProxy = ({ redirected, status, ok }: Response, { type }: BaseQueryApi): boolean =>
  redirected || status === 401 || (ok && type === "mutation");

const notReached = (meta: Meta): Awaited<ReturnType<Query>> => ({
  error: { status: "FETCH_ERROR", error: "A web page answered" },
  meta,
});

/** Reports to the store whether the server could be reached. */
const watchedQuery: Query = async (args, api, options) => {
  const call = extraOf(api).calls.begin(api.signal, () => api.dispatch(responseOverdue()));
  try {
    const result = await completeQuery(args, { ...api, signal: call.signal }, options);
    // An aborted call is no sign of a lost connection.
    if (call.signal.aborted) return result;
    const { data, error, meta } = result;
    const hasPage = isPage(error ? error.data : data);
    if (hasPage && meta?.response && isFromProxy(meta.response, api)) {
      api.dispatch(pageAnswered());
      // With a successful status it is no response either: the server has not got the request.
      return error?.status === 401 ? result : notReached(meta);
    }
    const { status } = (api.getState() as WithConnectionStatus).connection;
    if (error && hasUnknownOutcome(error)) api.dispatch(serverUnreachable());
    else if (status !== "online" && !hasPage) api.dispatch(serverReached());
    return result;
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

/** The session in which each call began. A retry must not run in a later session. */
const epochs = new WeakMap<AbortSignal, number>();

/**
 * Waits for a refresh that is under way. Starts one if a session has no access token yet, as after a
 * load of the page: the server would refuse a call without one.
 */
async function readyToken(epoch: number, api: BaseQueryApi): Promise<RefreshOutcome | "ready"> {
  const { tokens, refresher, calls } = extraOf(api);
  if (tokens.accessToken || !tokens.refreshToken) {
    await refresher.idle();
    return "ready";
  }
  const watched = calls.begin(api.signal, () => api.dispatch(responseOverdue()));
  try {
    return await refresher.refresh({ token: null, epoch }, api.dispatch);
  } finally {
    watched.end();
  }
}

/** Returns a function that tells whether the connection has broken since, or broken and come back. */
function watchOutage({ getState }: BaseQueryApi): () => boolean {
  const state = () => getState() as WithConnectionStatus;
  const { returns } = state().connection;
  const wasOffline = selectIsOffline(state());
  return () => state().connection.returns !== returns || (!wasOffline && selectIsOffline(state()));
}

/** The result of a call whose session could not be renewed. It is not worth a retry. */
function notRenewed(meta: Meta | undefined): Awaited<ReturnType<Query>> {
  const error = { status: "FETCH_ERROR", error: "The session could not be renewed" } as const;
  return meta ? { error, meta: { ...meta, final: true } } : { error };
}

/** Sends a call with the access token; after a 401, resends it with a new one (§4, §8). */
const sessionQuery: Query = async (args, api, options) => {
  const { tokens, refresher } = extraOf(api);
  if (options?.session === "none") return await watchedQuery(args, api, options);

  const epoch = epochs.get(api.signal) ?? tokens.epoch;
  epochs.set(api.signal, epoch);
  const hasBroken = watchOutage(api);
  const isUnsent = () => options?.isUnsentAfterOutage === true && hasBroken();
  // During a refresh the server has already refused the current token.
  const ready = await readyToken(epoch, api);
  // The user who made the call has signed out. It must not run as the next user.
  if (tokens.epoch !== epoch) return { error: { status: 401, data: undefined } };
  if (isUnsent()) return { error: UNSENT };
  const sent = { token: tokens.accessToken, epoch };
  const result = await watchedQuery(withBearer(args, sent.token), api, options);
  if (result.error?.status !== 401) {
    // The call was still sent, and its response shows whether the server can be reached.
    return ready === "unreachable" && result.error ? notRenewed(result.meta) : result;
  }

  // If the refresh failed before, a 401 shows that the server is back, so it is tried again. A move
  // must not fail because of the outage.
  const outcome = await refresher.refresh(sent, api.dispatch);
  if (outcome === "renewed" && tokens.epoch === epoch) {
    if (isUnsent()) return { error: UNSENT };
    return await watchedQuery(withBearer(args, tokens.accessToken), api, options);
  }
  return outcome === "unreachable" ? notRenewed(result.meta) : result;
};

/** A call is retried around the session, so each attempt may refresh the session. */
export const baseQuery: Query = withRetry(sessionQuery);
