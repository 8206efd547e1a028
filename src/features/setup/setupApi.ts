import { callsOf } from "#api/api.ts";
import { addCallTexts } from "#api/callTexts.ts";
import { listTag } from "#api/tags.ts";
import { SETUP_STEPS } from "#contract/setup.ts";
import type { Setup } from "#contract/shapes/setup.ts";

const NOTHING: Setup = { steps: null, can_become_admin: false };

/** Nothing for any other response. */
function readSetup(raw: unknown): Setup {
  const { steps, can_become_admin } = (raw ?? {}) as Partial<Setup>;
  if (typeof can_become_admin !== "boolean") return NOTHING;
  const isKnown = steps && SETUP_STEPS.every((step) => typeof steps[step] === "boolean");
  return { steps: isKnown ? steps : null, can_become_admin };
}

const setupApi = callsOf("setup").injectEndpoints({
  endpoints: (build) => ({
    /** Beyond §7: what a new server still needs. */
    getSetup: build.query<Setup, void>({
      query: () => "/api/setup",
      transformResponse: readSetup,
      // While the steps show, what is done ticks them.
      providesTags: (setup) =>
        setup?.steps ? ["Setup", listTag("Task"), listTag("Team"), "User", "Import"] : ["Setup"],
    }),
    closeSetup: build.mutation<unknown, void>({
      query: () => ({ url: "/api/setup/close", method: "POST" }),
      invalidatesTags: ["Setup"],
    }),
    becomeAdmin: build.mutation<unknown, void>({
      query: () => ({ url: "/api/setup/admin", method: "POST" }),
      // Somebody else may have been first.
      invalidatesTags: ["Setup", "Me"],
    }),
  }),
});

addCallTexts(setupApi, {
  closeSetup: { failure: "Failed to close the first steps" },
  becomeAdmin: { success: "You are an admin now", failure: "Failed to make you an admin" },
});

export const { useGetSetupQuery, useCloseSetupMutation, useBecomeAdminMutation } = setupApi;
