import { callsOf } from "#api/api.ts";
import { addCallTexts } from "#api/callTexts.ts";
import type { OwnIdentitiesResponse, OwnIdentity } from "#contract/signIn.ts";

const URL = "/api/profile/identities";

const ownIdentitiesApi = callsOf("profile").injectEndpoints({
  endpoints: (build) => ({
    getOwnIdentities: build.query<OwnIdentity[], void>({
      query: () => URL,
      transformResponse: ({ identities }: OwnIdentitiesResponse) => identities,
      providesTags: ["Identity"],
    }),
    unlinkOwnIdentity: build.mutation<unknown, OwnIdentity["id"]>({
      query: (id) => ({ url: `${URL}/${encodeURIComponent(id)}`, method: "DELETE" }),
      // A refusal means that the list is out of date, so it is refetched after that, too.
      invalidatesTags: ["Identity"],
    }),
  }),
});

addCallTexts(ownIdentitiesApi, {
  unlinkOwnIdentity: {
    success: "Sign-in provider unlinked",
    serverFailure: "Failed to unlink the sign-in provider",
  },
});

export const { useGetOwnIdentitiesQuery, useUnlinkOwnIdentityMutation } = ownIdentitiesApi;
