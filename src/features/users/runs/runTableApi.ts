import { callsOf } from "#api/api.ts";
import { addCallTexts } from "#api/callTexts.ts";
import { saveFile } from "#features/exports/saveFile.ts";

export const runTableApi = callsOf("users").injectEndpoints({
  endpoints: (build) => ({
    /** Saves the result of each user of a run as CSV. The file stays out of the store. */
    saveRunTable: build.mutation<unknown, string>({
      query: (id) => ({
        url: `/api/user-runs/${encodeURIComponent(id)}/items.csv`,
        responseHandler: saveFile,
      }),
    }),
  }),
});

addCallTexts(runTableApi, {
  saveRunTable: { success: "Export saved", serverFailure: "Failed to export" },
});

export const { useSaveRunTableMutation } = runTableApi;
