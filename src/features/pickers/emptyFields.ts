import type { PickedField } from "./pickedFields.ts";

/** The fields without a value, as the `data-empty` of an element in which `EmptyFields` shows buttons for them. */
export const emptyFields = (
  task: Readonly<Partial<Record<PickedField, unknown>>>,
  ...fields: readonly PickedField[]
): string | undefined => fields.filter((field) => !task[field]).join(" ") || undefined;
