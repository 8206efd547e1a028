import { object } from "yup";
import { ID_MAX } from "../id.ts";
import { DEFAULT_LABEL_COLOR, groupOf, LABEL_COLORS, LABEL_NAME_MAX } from "../label.ts";
import { anyField, oneOf, requiredText, trimmedText } from "./common.ts";
import { queryFlag } from "./task.ts";

const COLOR = `Colour must be one of ${LABEL_COLORS.join(", ")}`;
const color = oneOf(LABEL_COLORS, COLOR);

/** A name on one line. With a colon, it has a group and a name within it. */
const name = requiredText("Label name is required", "Label name", LABEL_NAME_MAX)
  .test("one-line", "Label name must be one line", (text) => !/[\r\n]/.test(text ?? ""))
  .test(
    "group",
    "A group and its label need a name on both sides of the colon",
    (text) => !text?.includes(":") || groupOf(text) !== null,
  );

/** Body of POST /api/labels. */
export const labelRule = object({ name, color: color.default(DEFAULT_LABEL_COLOR) });

/** Body of PATCH /api/labels/{id}. */
export const labelPatchRule = object({ name: name.optional(), color }).test(
  anyField("Nothing to change"),
);

/** Body of POST /api/labels/{id}/merge. */
export const labelMergeRule = object({
  into: trimmedText("Please select a label", {
    max: ID_MAX,
    tooLong: "Into must be a label's id",
  }).required("Please select a label"),
});

/** Query of GET /api/labels. */
export const labelsQueryRule = object({ counts: queryFlag("Counts must be true or false") });
