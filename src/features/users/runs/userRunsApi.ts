import { callsOf } from "#api/api.ts";
import type { UserRunInput } from "#contract/run.ts";
import type { UserRunCheck, UserRunCheckResponse } from "#contract/shapes/run.ts";

/** A bulk action on users before it begins. Its users are a list, which the call joins. */
export interface RunDraft extends Omit<UserRunInput, "user_ids"> {
  ids: readonly string[];
}

/** The body that starts or checks a bulk action. */
export const bodyOf = ({ ids, ...input }: RunDraft): UserRunInput => ({
  ...input,
  user_ids: ids.join(","),
});

const userRunsApi = callsOf("users").injectEndpoints({
  endpoints: (build) => ({
    checkUserRun: build.mutation<UserRunCheck, RunDraft>({
      query: (draft) => ({ url: "/api/user-runs/check", method: "POST", body: bodyOf(draft) }),
      transformResponse: (raw) => (raw as UserRunCheckResponse).check,
    }),
  }),
});

export const { useCheckUserRunMutation } = userRunsApi;
