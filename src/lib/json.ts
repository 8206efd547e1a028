/** The fields of an unvalidated object. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is an object, but not an array or null. */
export const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A value if it is a string; otherwise "". */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/**
 * Reads a list, which may be bare or the field `name` of an object (§7). Leaves out the items for which
 * `read` returns null. Any other value is an empty list.
 */
export function readList<Item>(
  raw: unknown,
  name: string,
  read: (item: unknown) => Item | null,
): Item[] {
  const list: unknown = isObject(raw) ? raw[name] : raw;
  return Array.isArray(list) ? list.map((item) => read(item)).filter((item) => item !== null) : [];
}
