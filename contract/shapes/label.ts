import { LABEL_COLORS } from "../label.ts";
import {
  count,
  enumOf,
  id,
  instant,
  listOf,
  named,
  object,
  optional,
  type TypeOf,
  text,
} from "./shape.ts";

/** A label of tasks. `tasks` is how many have it, in the list for admins. */
export const Label = named(
  "Label",
  object({
    id,
    name: { ...text, description: "`Client: Acme` belongs to the group `Client`." },
    color: enumOf(LABEL_COLORS),
    created_at: instant,
    tasks: optional({ ...count, description: "How many tasks have it, if `counts` asks for it." }),
  }),
);
export type Label = TypeOf<typeof Label>;

/** POST, PATCH, merge and restore of /api/labels. */
export const LabelResponse = object({ label: Label });
export type LabelResponse = TypeOf<typeof LabelResponse>;

/** A label that was deleted or merged, and can be restored. */
export const DeletedLabel = named(
  "DeletedLabel",
  object({
    id,
    name: text,
    color: enumOf(LABEL_COLORS),
    deleted_at: instant,
    into: optional({ ...text, description: "The name of the label into which it was merged." }),
  }),
);
export type DeletedLabel = TypeOf<typeof DeletedLabel>;

/** GET /api/labels, beyond §7: all labels by name. */
export const LabelsResponse = object({ labels: listOf(Label) });
export type LabelsResponse = TypeOf<typeof LabelsResponse>;

/** GET /api/labels/deleted, for admins: the latest first. */
export const DeletedLabelsResponse = object({ labels: listOf(DeletedLabel) });
export type DeletedLabelsResponse = TypeOf<typeof DeletedLabelsResponse>;
