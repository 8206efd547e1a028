import type { FetchArgs } from "@reduxjs/toolkit/query/react";
import { callsOf } from "#api/api.ts";
import type { Query } from "#api/baseQuery.ts";
import { addCallTexts } from "#api/callTexts.ts";
import { unlessRefused } from "#api/tags.ts";
import type {
  InvitationResult,
  InvitationsInput,
  InvitationsResponse,
  LinksResponse,
  MadeLink,
  OpenLink,
} from "#contract/link.ts";
import type { User } from "#contract/user.ts";
import { BASE_PATH } from "#lib/address/basePath.ts";
import { keepSecret } from "#lib/secretVault.ts";

/** The result of one line, without the link's address. */
export interface StoredInvitationResult extends Omit<InvitationResult, "made"> {
  link: OpenLink | null;
}

const linkPath = (id: OpenLink["id"]) => `/api/links/${encodeURIComponent(id)}`;

/** The address of a link. `path` is its page with the token in the fragment. */
const addressOf = (path: string): string =>
  new URL(`.${path}`, window.location.origin + BASE_PATH).href;

type BaseQuery = (call: FetchArgs) => ReturnType<Query>;

/** Sends a call that makes a link, whose address goes to the vault and not into the store. */
async function make(baseQuery: BaseQuery, url: string) {
  const { data, error } = await baseQuery({ url, method: "POST" });
  if (error) return { error };
  const { link, path } = data as MadeLink;
  keepSecret(link.id, addressOf(path));
  return { data: link };
}

export const linksApi = callsOf("invitations").injectEndpoints({
  endpoints: (build) => ({
    /** The open links. An accepted invitation is a change of the users. */
    getLinks: build.query<OpenLink[], void>({
      query: () => ({ url: "/api/links" }),
      transformResponse: ({ links }: LinksResponse) => links,
      providesTags: ["Link", "User"],
    }),
    invite: build.mutation<StoredInvitationResult[], InvitationsInput>({
      queryFn: async (body, _queryApi, _options, baseQuery) => {
        const { data, error } = await baseQuery({ url: "/api/invitations", method: "POST", body });
        if (error) return { error };
        const { results } = data as InvitationsResponse;
        return {
          data: results.map(({ made, line, email, outcome, reason }) => {
            if (made) keepSecret(made.link.id, addressOf(made.path));
            return { line, email, outcome, reason, link: made?.link ?? null };
          }),
        };
      },
      invalidatesTags: (_results, error) => unlessRefused(error, ["Link"] as const),
    }),
    makeResetLink: build.mutation<OpenLink, User["id"]>({
      queryFn: async (id, _queryApi, _options, baseQuery) =>
        await make(baseQuery, `/api/users/${encodeURIComponent(id)}/reset-link`),
      invalidatesTags: ["Link"],
    }),
    renewLink: build.mutation<OpenLink, OpenLink["id"]>({
      queryFn: async (id, _queryApi, _options, baseQuery) =>
        await make(baseQuery, `${linkPath(id)}/renew`),
      invalidatesTags: ["Link"],
    }),
    revokeLink: build.mutation<unknown, OpenLink["id"]>({
      query: (id) => ({ url: linkPath(id), method: "DELETE" }),
      invalidatesTags: ["Link"],
    }),
  }),
});

addCallTexts(linksApi, {
  invite: { serverFailure: "Failed to invite" },
  makeResetLink: { serverFailure: "Failed to make the link" },
  renewLink: { serverFailure: "Failed to make the link" },
  revokeLink: { success: "Link revoked", serverFailure: "Failed to revoke the link" },
});

export const {
  useGetLinksQuery,
  useInviteMutation,
  useMakeResetLinkMutation,
  useRenewLinkMutation,
  useRevokeLinkMutation,
} = linksApi;
