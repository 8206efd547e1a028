import { callsOf } from "#api/api.ts";
import { addCallTexts } from "#api/callTexts.ts";
import { unlessRefused } from "#api/tags.ts";
import type {
  SavedView,
  ViewCountsResponse,
  ViewResponse,
  ViewsResponse,
} from "#contract/shapes/view.ts";
import type { ViewInput } from "#contract/view.ts";
import { VIEWS_URL, viewListApi } from "./viewListApi.ts";

const pathOf = (id: string) => `${VIEWS_URL}/${encodeURIComponent(id)}`;

/** A change of a view, and what its toast says. */
interface ViewChange {
  id: string;
  change: Partial<ViewInput> & { version?: number };
  text: string;
}

type Views = ViewsResponse;

const without = (views: readonly SavedView[], id: string) => views.filter((one) => one.id !== id);

/** The list with a view in its present state, so that no screen takes a new one for a deleted one. */
const put = (view: SavedView) => (draft: Views) => {
  draft.views = [...without(draft.views, view.id), view].toSorted((one, other) =>
    one.name.localeCompare(other.name),
  );
};

/** Beyond §7: what changes and counts saved views. */
const viewsApi = callsOf("views").injectEndpoints({
  endpoints: (build) => ({
    getViewCounts: build.query<ViewCountsResponse["counts"], string>({
      query: (ids) => ({ url: `${VIEWS_URL}/counts`, params: { ids } }),
      transformResponse: ({ counts }: ViewCountsResponse) => counts,
    }),
    /** When tasks or views have last changed, by the tags of what shows them. It sends no request. */
    getCountedChange: build.query<number, void>({
      queryFn: () => ({ data: performance.now() }),
      providesTags: ["Dashboard", "View"],
    }),
    createView: build.mutation<SavedView, ViewInput>({
      query: (body) => ({ url: VIEWS_URL, method: "POST", body }),
      transformResponse: ({ view }: ViewResponse) => view,
      onQueryStarted: async (_input, { dispatch, queryFulfilled }) => {
        await queryFulfilled.then(
          ({ data }) => void dispatch(update(put(data))),
          () => undefined,
        );
      },
    }),
    changeView: build.mutation<SavedView, ViewChange>({
      query: ({ id, change }) => ({ url: pathOf(id), method: "PATCH", body: change }),
      transformResponse: ({ view }: ViewResponse) => view,
      onQueryStarted: async (_change, { dispatch, queryFulfilled }) => {
        await queryFulfilled.then(
          ({ data }) => void dispatch(update(put(data))),
          () => undefined,
        );
      },
      invalidatesTags: ["View"],
    }),
    deleteView: build.mutation<unknown, SavedView>({
      query: ({ id }) => ({ url: pathOf(id), method: "DELETE" }),
      onQueryStarted: async ({ id }, { dispatch, queryFulfilled }) => {
        const remove = update((draft) => void (draft.views = without(draft.views, id)));
        await queryFulfilled.then(
          () => void dispatch(remove),
          () => undefined,
        );
      },
      invalidatesTags: (_response, error) => unlessRefused(error, ["View"]),
    }),
    restoreView: build.mutation<SavedView, string>({
      query: (id) => ({ url: `${pathOf(id)}/restore`, method: "POST" }),
      transformResponse: ({ view }: ViewResponse) => view,
      invalidatesTags: ["View"],
    }),
    chooseStart: build.mutation<unknown, { view: string | null }>({
      query: (body) => ({ url: `${VIEWS_URL}/start`, method: "PUT", body }),
      invalidatesTags: ["View"],
    }),
  }),
});

const update = (change: (draft: Views) => void) =>
  viewListApi.util.updateQueryData("getViews", undefined, change);

addCallTexts(viewsApi, {
  createView: {
    success: ({ name }) => `View ${name} saved`,
    serverFailure: "Failed to save the view",
  },
  changeView: { success: ({ text }) => text, serverFailure: "Failed to change the view" },
  deleteView: {
    success: "View deleted",
    undo: ({ id, name }) => ({
      title: name,
      undo: (dispatch) => void dispatch(viewsApi.endpoints.restoreView.initiate(id)),
    }),
    serverFailure: "Failed to delete the view",
  },
  restoreView: { success: "View restored", serverFailure: "Failed to restore the view" },
  chooseStart: {
    success: ({ view }) => (view === null ? "The menu has no first view" : "First in the menu"),
    serverFailure: "Failed to choose the first view",
  },
});

export const {
  useGetCountedChangeQuery,
  useLazyGetViewCountsQuery,
  useCreateViewMutation,
  useChangeViewMutation,
  useDeleteViewMutation,
  useChooseStartMutation,
} = viewsApi;

/** The counts of these views, as far as they were read. */
export const { useQueryState: useViewCountsState } = viewsApi.endpoints.getViewCounts;
