/** The fields of an unvalidated object. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is an object, but not an array or null. */
export const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A value if it is a string; otherwise "". */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
