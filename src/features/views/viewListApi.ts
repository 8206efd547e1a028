import { callsOf } from "#api/api.ts";
import type { ViewsResponse } from "#contract/shapes/view.ts";
import { MENU_VIEWS_MAX } from "#contract/view.ts";

export const VIEWS_URL = "/api/views";

/** Beyond §7: the saved views that the user sees. */
export const viewListApi = callsOf("views").injectEndpoints({
  endpoints: (build) => ({
    getViews: build.query<ViewsResponse, void>({
      query: () => VIEWS_URL,
      providesTags: ["View"],
    }),
  }),
});

/** The number of views in the menu, as far as it is known. Those of the last visit are known at once. */
export const useViewRows = (): number =>
  viewListApi.endpoints.getViews.useQueryState(undefined, {
    selectFromResult: ({ data }) => ({ rows: Math.min(data?.views.length ?? 0, MENU_VIEWS_MAX) }),
  }).rows;
