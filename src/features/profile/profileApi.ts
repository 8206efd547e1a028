import { callsOf } from "#api/api.ts";
import { addCallTexts } from "#api/callTexts.ts";
import { readCalls } from "#api/readCalls.ts";
import { unlessRefused } from "#api/tags.ts";
import type { PasswordChange, ProfileInput } from "#contract/profile.ts";
import type { Profile } from "#contract/shapes/profile.ts";
import { type Fields, isObject } from "#lib/json.ts";
import { appExtraOf } from "#session/appExtra.ts";
import { readUser } from "#session/storedUser.ts";

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

/**
 * Reads the response of GET /api/profile (§7): `{ profile }`, `{ user }` or the bare object. Returns
 * null for an empty response. Throws for a profile without an id (§8).
 */
function readProfile(raw: unknown): Profile | null {
  const found = isObject(raw) ? ["profile", "user"].find((name) => name in raw) : undefined;
  const profile = isObject(raw) && found ? raw[found] : raw;
  if (profile === null || profile === undefined) return null;
  const user = readUser(profile);
  if (!user) throw new Error("The profile has no id");
  return { ...user, ...readEmailChange(profile as Fields) };
}

/** The fields that our server adds about a change of the email address. */
function readEmailChange({ email_needs_password, pending_email }: Fields): Partial<Profile> {
  return {
    ...(email_needs_password === true && { email_needs_password }),
    ...(typeof pending_email === "string" && { pending_email }),
  };
}

/** The email address in the response to a save. It is the old one while the new one is pending. */
function readSavedEmail(raw: unknown): string | undefined {
  try {
    return readProfile(raw)?.email || undefined;
  } catch {
    return undefined;
  }
}
