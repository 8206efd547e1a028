/** The fields of an object of which nothing is known yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is an object with fields, not a list. */
export const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A value if it is a text; otherwise "". */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
