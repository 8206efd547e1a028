import { addCallTexts } from "#api/callTexts.ts";
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

addCallTexts(labelChanges, { createLabel: { failure: "Failed to create the label" } });
