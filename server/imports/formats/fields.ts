/* Reads values of parsed JSON whose shape is unknown. */

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const ownValue = (fields: Fields, name: string): unknown =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/** JSON may escape lone surrogates and U+0000, which responses and databases refuse. */
const wellFormed = (text: string): string => text.toWellFormed().replaceAll("\0", "");

/** A text or number as text; otherwise empty. */
export function textIn(fields: Fields, name: string): string {
  const value = ownValue(fields, name);
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? wellFormed(value) : "";
}

/** The first of these fields that is not empty. */
export const firstText = (fields: Fields, ...names: string[]): string =>
  names.map((name) => textIn(fields, name)).find((text) => text !== "") ?? "";

export const flagIn = (fields: Fields, name: string): boolean => ownValue(fields, name) === true;

export const numberIn = (fields: Fields, name: string): number => {
  const value = ownValue(fields, name);
  return typeof value === "number" ? value : 0;
};

/** The objects in a list; none if it is no list. */
export function objectsIn(fields: Fields, name: string): Fields[] {
  const value = ownValue(fields, name);
  return Array.isArray(value) ? value.filter(isFields) : [];
}

/** The ids, as texts, in a list of texts or numbers. */
export function textsIn(fields: Fields, name: string): string[] {
  const value = ownValue(fields, name);
  if (!Array.isArray(value)) return [];
  return value
    .filter((item) => typeof item === "string" || typeof item === "number")
    .map((item) => wellFormed(String(item)));
}

export function objectIn(fields: Fields, name: string): Fields {
  const value = ownValue(fields, name);
  return isFields(value) ? value : {};
}

/** Groups objects by one of their fields. */
export function groupedBy(objects: readonly Fields[], name: string): Map<string, Fields[]> {
  return Map.groupBy(objects, (fields) => textIn(fields, name));
}

export const byPosition = (name: string) => (one: Fields, other: Fields) =>
  numberIn(one, name) - numberIn(other, name);
