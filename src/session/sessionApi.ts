import type { FetchArgs, FetchBaseQueryError } from "@reduxjs/toolkit/query/react";
import { callsOf } from "#api/api.ts";
import type { Query } from "#api/baseQuery.ts";
import { readCalls } from "#api/readCalls.ts";
import type { InvitationAcceptance } from "#contract/link.ts";
import type { Credentials, Registration } from "#contract/session.ts";
import type { SessionResponse } from "#contract/shapes/session.ts";
import type { User } from "#contract/shapes/user.ts";
import {
  type LinkConfirmation,
  PROVIDER_LOGOUT_HEADER,
  type SignInCode,
} from "#contract/signIn.ts";
import { API_BASE } from "#lib/env.ts";
import { appExtraOf } from "./appExtra.ts";
import { readUser, readUserResponse } from "./storedUser.ts";

/** These calls start or end a session, so a 401 must not cause a refresh. */
const extraOptions = { session: "none" } as const;

/** The proof that starts a session: a password, or the code of a sign-in with a provider. */
export type SignIn = Credentials | SignInCode | LinkConfirmation;

function signInUrl(body: SignIn): string {
  if ("email" in body) return "/api/auth/login";
  return "password" in body ? "/api/auth/oidc/link" : "/api/auth/oidc/exchange";
}

/** Ends the session at the provider too, if the response to a sign-out names its address. */
function followProviderLogout(response: Response | undefined): void {
  const path = response?.headers.get(PROVIDER_LOGOUT_HEADER);
  if (path && /^\/api\/auth\/oidc\/[a-z\d-]+\/logout$/.test(path)) {
    window.location.assign(API_BASE + path);
  }
}

/** Sends a call from `queryFn`, with the endpoint's `extraOptions`. */
type BaseQuery = (call: FetchArgs) => ReturnType<Query>;

/** Signs in or registers. The tokens go to the vault, never into the store. */
async function authenticate(
  baseQuery: BaseQuery,
  queryApi: Parameters<Query>[1],
  call: { url: string; body: SignIn | Registration | InvitationAcceptance },
): Promise<{ data: User } | { error: FetchBaseQueryError }> {
  const { data, error } = await baseQuery({ ...call, method: "POST" });
  if (error) return { error };
  const session = data as Partial<SessionResponse> | null;
  const user = readUser(session?.user);
  if (!user || !session?.accessToken || !session.refreshToken) {
    return { error: { status: "CUSTOM_ERROR", error: "The server's response holds no session" } };
  }
  const { accessToken, refreshToken } = session;
  appExtraOf(queryApi).tokens.signIn({ ...session, user, accessToken, refreshToken });
  return { data: user };
}

export const sessionApi = callsOf("session").injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<User, SignIn>({
      extraOptions,
      queryFn: async (body, queryApi, _options, baseQuery) =>
        await authenticate(baseQuery, queryApi, { url: signInUrl(body), body }),
    }),
    /** Creates an account, freely or by an invitation. */
    register: build.mutation<User, Registration | InvitationAcceptance>({
      extraOptions,
      queryFn: async (body, queryApi, _options, baseQuery) => {
        const url = "token" in body ? "/api/links/accept" : "/api/auth/register";
        return await authenticate(baseQuery, queryApi, { url, body });
      },
    }),
    /** The current user. Roles are decided from this record, not from the stored one (§6). */
    getMe: build.query<User, void>({
      query: () => readCalls.me(),
      transformResponse: (raw: unknown) => {
        const user = readUserResponse(raw);
        if (!user) throw new Error("The server's response holds no user");
        return user;
      },
      providesTags: ["Me"],
    }),
    /** Signs out at once, then notifies the server; a failure is ignored (§4). */
    logout: build.mutation<null, void>({
      extraOptions,
      queryFn: async (_none, queryApi, _options, baseQuery) => {
        const { tokens } = appExtraOf(queryApi);
        const { accessToken, refreshToken } = tokens;
        tokens.clear("signedOut");
        if (refreshToken) {
          const headers = accessToken ? { authorization: `Bearer ${accessToken}` } : {};
          const call = { url: "/api/auth/logout", method: "POST", body: { refreshToken }, headers };
          // Resetting the cache aborts running calls. Without a signal this call isn't aborted.
          const { meta } = await baseQuery({ ...call, keepalive: true, signal: null });
          followProviderLogout(meta?.response);
        }
        return { data: null };
      },
    }),
  }),
});

export const { useLoginMutation, useRegisterMutation, useLogoutMutation } = sessionApi;
