import { callsOf } from "#api/api.ts";
import { addCallTexts } from "#api/callTexts.ts";
import { readCalls } from "#api/readCalls.ts";
import { unlessRefused } from "#api/tags.ts";
import type { PasswordChange, Profile, ProfileInput } from "#contract/profile.ts";
import { appExtraOf } from "#session/appExtra.ts";
import { readProfile, readSavedEmail } from "./readProfile.ts";

export const profileApi = callsOf("profile").injectEndpoints({
  endpoints: (build) => ({
    /** Null for a response without a profile. A profile without an id is an error (§8). */
    getProfile: build.query<Profile | null, void>({
      query: () => readCalls.profile(),
      transformResponse: readProfile,
      providesTags: ["Profile"],
      // A failed load must show its error, so no earlier response stays in the cache.
      keepUnusedDataFor: 0,
    }),
    updateProfile: build.mutation<{ email: string | undefined }, ProfileInput>({
      query: (body) => ({ url: "/api/profile", method: "PUT", body }),
      transformResponse: (raw: unknown) => ({ email: readSavedEmail(raw) }),
      // If the outcome is unknown, the current user is refetched as well.
      invalidatesTags: (_response, error) =>
        unlessRefused(error, ["Profile", "User", "Team", ...(error ? (["Me"] as const) : [])]),
    }),
    /** Ends every session of the user, including this one. The specification has no such call. */
    signOutEverywhere: build.mutation<unknown, void>({
      query: () => ({ url: "/api/auth/sessions", method: "DELETE" }),
    }),
    changePassword: build.mutation<unknown, PasswordChange>({
      query: (body) => ({ url: "/api/profile/password", method: "PUT", body }),
      async onQueryStarted(_body, { dispatch, extra, queryFulfilled }) {
        if (!(await queryFulfilled.then(Boolean, () => false))) return;
        const { tokens, refresher } = appExtraOf({ extra });
        const former = tokens.refreshToken;
        const renew = async () =>
          await refresher.refresh({ token: tokens.accessToken, epoch: tokens.epoch }, dispatch);
        // Somebody may have a copy of the session's refresh token. Using the next one supersedes it.
        await renew();
        if (tokens.refreshToken !== former) await renew();
      },
    }),
  }),
});

addCallTexts(profileApi, {
  updateProfile: {
    success: "Profile updated successfully! ✅",
    serverFailure: "Failed to update profile",
  },
  changePassword: {
    success: "Password updated successfully! ✅",
    serverFailure: "Failed to update password",
  },
  signOutEverywhere: { serverFailure: "Failed to sign out everywhere" },
});

export const {
  useGetProfileQuery,
  useUpdateProfileMutation,
  useChangePasswordMutation,
  useSignOutEverywhereMutation,
} = profileApi;
