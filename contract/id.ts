export type { NamedRecord } from "./shapes/id.ts";

/** The maximum length of an id, in characters. */
export const ID_MAX = 64;
