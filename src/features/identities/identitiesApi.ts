import { callsOf } from "#api/api.ts";
import { addCallTexts } from "#api/callTexts.ts";
import { idTag, unlessRefused } from "#api/tags.ts";
import type {
  IdentitiesResponse,
  Identity,
  OwnIdentitiesResponse,
  OwnIdentity,
} from "#contract/shapes/signIn.ts";
import type { User } from "#contract/shapes/user.ts";
import type { UnlinkAccess } from "#contract/signIn.ts";

interface IdentityOfUser {
  userId: User["id"];
  id: Identity["id"];
}

const OWN = "/api/profile/identities";
const identitiesPath = (id: User["id"]) => `/api/users/${encodeURIComponent(id)}/identities`;
const identityPath = ({ userId, id }: IdentityOfUser) =>
  `${identitiesPath(userId)}/${encodeURIComponent(id)}`;

/** The accounts at sign-in providers that are linked to the user, or to others. The contract (§7) has none. */
const identitiesApi = callsOf("identities").injectEndpoints({
  endpoints: (build) => ({
    getOwnIdentities: build.query<OwnIdentity[], void>({
      query: () => OWN,
      transformResponse: ({ identities }: OwnIdentitiesResponse) => identities,
      providesTags: ["Identity"],
    }),
    unlinkOwnIdentity: build.mutation<unknown, OwnIdentity["id"]>({
      query: (id) => ({ url: `${OWN}/${encodeURIComponent(id)}`, method: "DELETE" }),
      // A refusal means that the list is out of date, so it is refetched after that, too.
      invalidatesTags: ["Identity"],
    }),
    getIdentities: build.query<Identity[], User["id"]>({
      query: (id) => ({ url: identitiesPath(id) }),
      transformResponse: ({ identities }: IdentitiesResponse) => identities,
      providesTags: (_identities, _error, id) => [idTag("Identity", id)],
    }),
    confirmIdentity: build.mutation<unknown, IdentityOfUser>({
      query: (one) => ({ url: `${identityPath(one)}/confirm`, method: "POST" }),
      invalidatesTags: (_response, error, { userId }) =>
        unlessRefused(error, [idTag("Identity", userId)]),
    }),
    unlinkIdentity: build.mutation<unknown, IdentityOfUser & { access: UnlinkAccess }>({
      query: ({ access, ...one }) => ({
        url: identityPath(one),
        method: "DELETE",
        params: { access },
      }),
      invalidatesTags: (_response, error, { userId }) =>
        unlessRefused(error, [idTag("Identity", userId)]),
    }),
  }),
});

const UNLINKED = {
  success: "Sign-in provider unlinked",
  serverFailure: "Failed to unlink the sign-in provider",
};

addCallTexts(identitiesApi, {
  unlinkOwnIdentity: UNLINKED,
  unlinkIdentity: UNLINKED,
  confirmIdentity: {
    success: "Sign-in provider confirmed",
    serverFailure: "Failed to confirm the sign-in provider",
  },
});

export const {
  useGetOwnIdentitiesQuery,
  useUnlinkOwnIdentityMutation,
  useGetIdentitiesQuery,
  useConfirmIdentityMutation,
  useUnlinkIdentityMutation,
} = identitiesApi;
