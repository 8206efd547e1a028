import { api } from "#api/api.ts";
import { saveFile } from "#features/exports/saveFile.ts";

export const runTableApi = api.injectEndpoints({
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

export const { useSaveRunTableMutation } = runTableApi;
