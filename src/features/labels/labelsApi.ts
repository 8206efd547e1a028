import { callsOf } from "#api/api.ts";
import { listTag } from "#api/tags.ts";
import { DEFAULT_LABEL_COLOR, LABEL_COLORS } from "#contract/label.ts";
import type { Label } from "#contract/shapes/label.ts";
import { isObject, readList, textOf } from "#lib/json.ts";

/** What the app shows of a label. */
export type ShownLabel = Pick<Label, "id" | "name" | "color">;

/** Reads a label; null without an id. */
export function normaliseLabel(raw: unknown): ShownLabel | null {
  if (!isObject(raw) || typeof raw.id !== "string") return null;
  const { id, name } = raw;
  const color = LABEL_COLORS.find((one) => one === raw.color) ?? DEFAULT_LABEL_COLOR;
  return { id, name: textOf(name), color };
}

/** Beyond §7: the labels of tasks. */
export const labelsApi = callsOf("labels").injectEndpoints({
  endpoints: (build) => ({
    getLabels: build.query<ShownLabel[], void>({
      query: () => "/api/labels",
      transformResponse: (raw) => readList(raw, "labels", normaliseLabel),
      providesTags: [listTag("Label")],
    }),
  }),
});
