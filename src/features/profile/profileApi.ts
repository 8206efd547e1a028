import { api } from "#api/api.ts";
import { readCalls } from "#api/readCalls.ts";
import { changed } from "#api/tags.ts";
import type { PasswordChange, Profile, ProfileInput } from "#contract/profile.ts";
import { readProfile, readSavedEmail } from "./readProfile.ts";

export const profileApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Null when the answer holds no profile at all; one without an id is an error (§8). */
    getProfile: build.query<Profile | null, void>({
      query: () => readCalls.profile(),
      transformResponse: readProfile,
      providesTags: ["Profile"],
      // A load that fails has to show: no earlier answer stands in for it.
      keepUnusedDataFor: 0,
    }),
    updateProfile: build.mutation<{ email: string | undefined }, ProfileInput>({
      query: (body) => ({ url: "/api/profile", method: "PUT", body }),
      transformResponse: (raw: unknown) => ({ email: readSavedEmail(raw) }),
      // Whoever is signed in is asked for as well, when nobody knows what has become of the change.
      invalidatesTags: (_answer, error) =>
        changed(error, ["Profile", "User", "Team", ...(error ? (["Me"] as const) : [])]),
    }),
    /** Ends every session of the user, this one included. Beyond the specification's calls. */
    signOutEverywhere: build.mutation<unknown, void>({
      query: () => ({ url: "/api/auth/sessions", method: "DELETE" }),
    }),
    changePassword: build.mutation<unknown, PasswordChange>({
      query: (body) => ({ url: "/api/profile/password", method: "PUT", body }),
    }),
  }),
});

export const {
  useGetProfileQuery,
  useUpdateProfileMutation,
  useChangePasswordMutation,
  useSignOutEverywhereMutation,
} = profileApi;
