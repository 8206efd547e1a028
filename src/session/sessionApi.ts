import type { FetchArgs, FetchBaseQueryError } from "@reduxjs/toolkit/query/react";
import { api } from "#api/api.ts";
import type { Query } from "#api/baseQuery.ts";
import type { Credentials, Registration, SessionResponse } from "#contract/session.ts";
import type { User } from "#contract/user.ts";
import { appExtraOf } from "./extra.ts";
import { readUser, readUserResponse } from "./storedUser.ts";

/** These calls make or end a session: a 401 is their answer. */
const extraOptions = { session: "none" } as const;

/** A call as `queryFn` may send it: the endpoint's `extraOptions` go along. */
type Send = (call: FetchArgs) => ReturnType<Query>;

/** Sends a form that starts a session, and puts the tokens where the store never sees them. */
async function startSession(
  send: Send,
  queryApi: Parameters<Query>[1],
  call: { url: string; body: Credentials | Registration },
): Promise<{ data: User } | { error: FetchBaseQueryError }> {
  const { data, error } = await send({ ...call, method: "POST" });
  if (error) return { error };
  const answer = data as Partial<SessionResponse> | null;
  const user = readUser(answer?.user);
  if (!user || !answer?.accessToken || !answer.refreshToken) {
    return { error: { status: "CUSTOM_ERROR", error: "The server's answer holds no session" } };
  }
  const { accessToken, refreshToken } = answer;
  appExtraOf(queryApi).tokens.signIn({ user, accessToken, refreshToken });
  return { data: user };
}

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<User, Credentials>({
      extraOptions,
      queryFn: async (body, queryApi, _options, send) =>
        await startSession(send, queryApi, { url: "/api/auth/login", body }),
    }),
    register: build.mutation<User, Registration>({
      extraOptions,
      queryFn: async (body, queryApi, _options, send) =>
        await startSession(send, queryApi, { url: "/api/auth/register", body }),
    }),
    /** The current user as the server knows it: roles are decided from this one (§6). */
    getMe: build.query<User, void>({
      query: () => "/api/auth/me",
      transformResponse: (raw: unknown) => {
        const user = readUserResponse(raw);
        if (!user) throw new Error("The server's answer holds no user");
        return user;
      },
      providesTags: ["Me"],
    }),
    /** Signs out here at once and tells the server; whether it hears it is ignored (§4). */
    logout: build.mutation<null, void>({
      extraOptions,
      queryFn: async (_none, queryApi, _options, send) => {
        const { tokens } = appExtraOf(queryApi);
        const { accessToken, refreshToken } = tokens;
        tokens.clear("signedOut");
        if (refreshToken) {
          const headers = accessToken ? { authorization: `Bearer ${accessToken}` } : {};
          const call = { url: "/api/auth/logout", method: "POST", body: { refreshToken }, headers };
          // The cache is reset meanwhile, which aborts what is under way: not this call.
          await send({ ...call, keepalive: true, signal: null });
        }
        return { data: null };
      },
    }),
  }),
});

export const { useLoginMutation, useRegisterMutation, useLogoutMutation } = sessionApi;
