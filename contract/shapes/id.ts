import { id, object, type TypeOf, text } from "./shape.ts";

/**
 * A user, team or task, with the name that it had at the time. A rename or deletion doesn't change
 * the name.
 */
export const NamedRecord = object({ id, name: text });
export type NamedRecord = TypeOf<typeof NamedRecord>;
