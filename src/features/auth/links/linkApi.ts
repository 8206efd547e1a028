import { callsOf } from "#api/api.ts";
import { addCallTexts } from "#api/callTexts.ts";
import type { LinkToken, PasswordReset } from "#contract/link.ts";
import type { LinkPreview } from "#contract/shapes/link.ts";

/** The callers have no session. */
const extraOptions = { session: "none" } as const;

/** The calls of the pages that links lead to. They are mutations, so the cache keeps no token. */
export const linkApi = callsOf("auth").injectEndpoints({
  endpoints: (build) => ({
    openLink: build.mutation<LinkPreview, LinkToken>({
      extraOptions,
      query: (body) => ({ url: "/api/links/open", method: "POST", body }),
      transformResponse: ({ link }: { link: LinkPreview }) => link,
    }),
    resetPassword: build.mutation<unknown, PasswordReset>({
      extraOptions,
      query: (body) => ({ url: "/api/links/reset", method: "POST", body }),
    }),
    requestReset: build.mutation<unknown, { email: string }>({
      extraOptions,
      query: (body) => ({ url: "/api/auth/forgot-password", method: "POST", body }),
    }),
  }),
});

const serverFailure = "Cannot connect to server";

/** The page of a link shows why it can't be opened. */
addCallTexts(linkApi, {
  resetPassword: { success: "Password updated successfully! ✅", serverFailure },
  requestReset: { serverFailure },
});

export const { useOpenLinkMutation, useResetPasswordMutation, useRequestResetMutation } = linkApi;
