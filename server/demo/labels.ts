import type { Insertable } from "kysely";
import type { LabelColor } from "#contract/label.ts";
import type { LabelsTable } from "#server/db/schema/tasks.ts";
import { nameColumns } from "#server/labels/labelRows.ts";

/** The labels of the demo, by the keys that its tasks name them with. */
const LABELS = {
  bug: ["Bug", "red"],
  design: ["Design", "purple"],
  launch: ["Launch", "teal"],
  payments: ["Payments", "green"],
  security: ["Security", "orange"],
  website: ["Website", "pink"],
  aarhus: ["Customer: Aarhus", "blue"],
  kalmar: ["Customer: Kalmar", "yellow"],
  split: ["Customer: Split", "indigo"],
} as const satisfies Record<string, readonly [name: string, LabelColor]>;

export type DemoLabel = keyof typeof LABELS;

/** The rows of the labels. `idOf` makes an id of a key. */
export const demoLabels = (
  idOf: (label: DemoLabel) => string,
  created_at: string,
): Insertable<LabelsTable>[] =>
  (Object.keys(LABELS) as DemoLabel[]).map((label) => {
    const [name, color] = LABELS[label];
    const id = idOf(label);
    return Object.assign(nameColumns(name), {
      id,
      color,
      created_at,
      created_by: null,
      deleted_at: null,
      merged_into: null,
      root_id: id,
    });
  });
