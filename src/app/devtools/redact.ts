const SECRET = /token|password/i;
const HIDDEN = "••••";

/** A longer list shows as its length and its first items. */
const MAX_ITEMS = 100;
const SAMPLE_ITEMS = 3;

/** Redacted copies by original. State and actions are immutable, so each is redacted once. */
type Copies = WeakMap<object, unknown>;

/** Hides every string whose key contains the name of a token or a password. */
export const redact = createRedactor(Infinity);

/** Redacts, and shows only the number and the first entries of a list or map with over 100. */
export const redactAndSample = createRedactor(MAX_ITEMS);

function createRedactor(maxItems: number): <T>(value: T) => T {
  const copies: Copies = new WeakMap();

  function redactValue<T>(value: T): T {
    if (typeof value !== "object" || value === null) return value;
    const known = copies.get(value);
    if (known !== undefined) return known as T;
    const copy = Array.isArray(value) ? redactItems(value) : redactFields(value);
    copies.set(value, copy);
    return copy as T;
  }

  function redactItems(items: readonly unknown[]): unknown {
    if (items.length > maxItems) {
      const sample = items.slice(0, SAMPLE_ITEMS).map(redactValue);
      return { [`${items.length} items, such as`]: sample };
    }
    const shown = items.map(redactValue);
    return shown.some((item, index) => item !== items[index]) ? shown : items;
  }

  function redactFields(value: object): object {
    const prototype: unknown = Object.getPrototypeOf(value);
    // Other objects, such as a Request or a Response, may hold secret headers.
    if (prototype !== Object.prototype && prototype !== null) {
      return { "[object]": value.constructor?.name };
    }
    const fields: [string, unknown][] = Object.entries(value);
    if (fields.length > maxItems) {
      const sample = Object.fromEntries(fields.slice(0, SAMPLE_ITEMS).map(redactField));
      return { [`${fields.length} entries, such as`]: sample };
    }
    const shown = fields.map(redactField);
    const changed = shown.some(([, field], index) => field !== fields[index]?.[1]);
    return changed ? Object.fromEntries(shown) : value;
  }

  function redactField([key, field]: [string, unknown]): [string, unknown] {
    return [key, SECRET.test(key) && typeof field === "string" ? HIDDEN : redactValue(field)];
  }

  return redactValue;
}
