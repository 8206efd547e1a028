import { addCallTexts } from "#api/callTexts.ts";
import { type CallError, statusOf } from "#api/errors.ts";
import { listTag, unlessRefused } from "#api/tags.ts";
import type { LabelInput } from "#contract/label.ts";
import { isObject } from "#lib/json.ts";
import { labelsApi, normaliseLabel, type ShownLabel } from "./labelsApi.ts";

/** What changes labels, which loads with the picker. */
export const labelChanges = labelsApi.injectEndpoints({
  endpoints: (build) => ({
    createLabel: build.mutation<ShownLabel | null, LabelInput>({
      query: (body) => ({ url: "/api/labels", method: "POST", body }),
      transformResponse: (raw) => normaliseLabel(isObject(raw) ? raw.label : null),
      invalidatesTags: (_label, error) => unlessRefused(error, [listTag("Label")]),
    }),
  }),
});

/** The label that has the name which the server has refused; null after another failure. */
export const takenLabel = (error: CallError): ShownLabel | null =>
  error && "data" in error && isObject(error.data) ? normaliseLabel(error.data.label) : null;

addCallTexts(labelChanges, {
  createLabel: {
    // A taken name is no failure: the form says so, and the picker takes the label that has it.
    serverFailure: (_input, error) =>
      statusOf(error) === 409 ? null : "Failed to create the label",
  },
});

export const { useCreateLabelMutation } = labelChanges;
