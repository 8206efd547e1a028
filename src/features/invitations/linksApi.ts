import { toast } from "react-hot-toast/headless";
import { callsOf, type WithApi } from "#api/api.ts";
import { addCallTexts } from "#api/callTexts.ts";
import { keepSecret } from "#api/secrets.ts";
import { unlessRefused } from "#api/tags.ts";
import type { InvitationsInput } from "#contract/link.ts";
import type {
  InvitationResult,
  InvitationsResponse,
  LinksResponse,
  MadeLink,
  OpenLink,
} from "#contract/shapes/link.ts";
import type { User } from "#contract/shapes/user.ts";
import { BASE_PATH } from "#lib/address/basePath.ts";
import { countOf } from "#lib/text/formatCount.ts";
import type { StartListening } from "#session/appExtra.ts";
import type { WithConnection } from "#sync/connection/connectionSlice.ts";

/** The result of one line, without the link's address. */
export interface StoredInvitationResult extends Omit<InvitationResult, "made"> {
  link: OpenLink | null;
}

const linkPath = (id: OpenLink["id"]) => `/api/links/${encodeURIComponent(id)}`;

/** The address of a link. `path` is its page with the token in the fragment. */
const addressOf = (path: string): string =>
  new URL(`.${path}`, window.location.origin + BASE_PATH).href;

const linkIn = ({ link, path }: MadeLink): OpenLink => keepSecret(link, addressOf(path));

export const linksApi = callsOf("invitations").injectEndpoints({
  endpoints: (build) => ({
    /** The open links. An accepted invitation is a change of the users. */
    getLinks: build.query<OpenLink[], void>({
      query: () => ({ url: "/api/links" }),
      transformResponse: ({ links }: LinksResponse) => links,
      providesTags: ["Link", "User"],
    }),
    invite: build.mutation<StoredInvitationResult[], InvitationsInput>({
      query: (body) => ({ url: "/api/invitations", method: "POST", body }),
      transformResponse: ({ results }: InvitationsResponse) =>
        results.map(({ made, ...result }) => ({ ...result, link: made && linkIn(made) })),
      invalidatesTags: (_results, error) => unlessRefused(error, ["Link"] as const),
    }),
    makeResetLink: build.mutation<OpenLink, User["id"]>({
      query: (id) => ({ url: `/api/users/${encodeURIComponent(id)}/reset-link`, method: "POST" }),
      transformResponse: linkIn,
      invalidatesTags: ["Link"],
    }),
    renewLink: build.mutation<OpenLink, OpenLink["id"]>({
      query: (id) => ({ url: `${linkPath(id)}/renew`, method: "POST" }),
      transformResponse: linkIn,
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

const { invite } = linksApi.endpoints;

/** Shows toasts for invitations and other links. */
export function startLinksListeners(
  startListening: StartListening<WithApi & WithConnection>,
): void {
  startListening({
    matcher: invite.matchFulfilled,
    effect: ({ payload }) => {
      const made = payload.filter(({ link }) => link !== null).length;
      const text = made > 0 ? `${countOf(made, "invitation")} made` : "No invitation made";
      (made > 0 ? toast.success : toast.error)(text);
    },
  });
}
