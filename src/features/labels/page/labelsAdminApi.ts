import { addCallTexts } from "#api/callTexts.ts";
import { statusOf } from "#api/errors.ts";
import { unlessRefused } from "#api/tags.ts";
import type { LabelInput } from "#contract/label.ts";
import type { NamedRecord } from "#contract/shapes/id.ts";
import type {
  DeletedLabel,
  DeletedLabelsResponse,
  Label,
  LabelsResponse,
} from "#contract/shapes/label.ts";
import { labelsApi } from "#features/labels/labelsApi.ts";

const pathOf = ({ id }: NamedRecord) => `/api/labels/${encodeURIComponent(id)}`;

/** What shows the tasks that have a label. */
const CHANGED = ["Label", "Task", "Board", "Audit"] as const;
const changed = {
  invalidatesTags: (_result: unknown, error: Parameters<typeof unlessRefused>[0]) =>
    unlessRefused(error, CHANGED),
};

/** What admins do with labels. */
export const labelsAdminApi = labelsApi.injectEndpoints({
  endpoints: (build) => ({
    /** With the number of their tasks; null if the server has no labels. */
    getLabelCounts: build.query<Label[] | null, void>({
      query: () => ({ url: "/api/labels", params: { counts: true } }),
      transformResponse: (raw) => (raw as Partial<LabelsResponse> | null)?.labels ?? null,
      providesTags: ["Label"],
    }),
    getDeletedLabels: build.query<DeletedLabel[], void>({
      query: () => "/api/labels/deleted",
      transformResponse: (raw) => (raw as Partial<DeletedLabelsResponse> | null)?.labels ?? [],
      providesTags: ["Label"],
    }),
    changeLabel: build.mutation<unknown, { label: NamedRecord; patch: Partial<LabelInput> }>({
      query: ({ label, patch }) => ({ url: pathOf(label), method: "PATCH", body: patch }),
      ...changed,
    }),
    mergeLabel: build.mutation<unknown, { label: NamedRecord; into: NamedRecord }>({
      query: ({ label, into }) => ({
        url: `${pathOf(label)}/merge`,
        method: "POST",
        body: { into: into.id },
      }),
      ...changed,
    }),
    deleteLabel: build.mutation<unknown, NamedRecord>({
      query: (label) => ({ url: pathOf(label), method: "DELETE" }),
      ...changed,
    }),
    restoreLabel: build.mutation<unknown, NamedRecord>({
      query: (label) => ({ url: `${pathOf(label)}/restore`, method: "POST" }),
      ...changed,
    }),
  }),
});

const undoOf = (label: NamedRecord) => ({
  title: label.name,
  undo: (dispatch: (thunk: ReturnType<typeof restore>) => unknown) => void dispatch(restore(label)),
});
const restore = (label: NamedRecord) =>
  labelsAdminApi.endpoints.restoreLabel.initiate(label, { track: false });

addCallTexts(labelsAdminApi, {
  changeLabel: {
    success: "Label saved",
    // The form shows it.
    serverFailure: (_arg, error) => (statusOf(error) === 409 ? null : "Failed to save the label"),
  },
  mergeLabel: {
    success: ({ label, into }) => `“${label.name}” is merged into “${into.name}”`,
    undo: ({ label }) => undoOf(label),
    serverFailure: "Failed to merge the labels",
  },
  deleteLabel: {
    success: ({ name }) => `“${name}” is deleted`,
    undo: undoOf,
    serverFailure: "Failed to delete the label",
  },
  restoreLabel: {
    success: ({ name }) => `“${name}” is restored`,
    serverFailure: "Failed to restore the label",
  },
});

export const {
  useGetLabelCountsQuery,
  useGetDeletedLabelsQuery,
  useChangeLabelMutation,
  useMergeLabelMutation,
  useDeleteLabelMutation,
  useRestoreLabelMutation,
} = labelsAdminApi;
