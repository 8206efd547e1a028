const SECRET = /token|password/i;
const HIDDEN = "••••";

/** Redacted copies by original. State and actions are immutable, so each is redacted once. */
const copies = new WeakMap<object, unknown>();

/** Hides every string whose key contains the name of a token or a password. */
export function redact<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  const known = copies.get(value);
  if (known !== undefined) return known as T;
  const copy = Array.isArray(value) ? redactItems(value) : redactFields(value);
  copies.set(value, copy);
  return copy as T;
}

function redactItems(items: readonly unknown[]): readonly unknown[] {
  const shown = items.map(redact);
  return shown.some((item, index) => item !== items[index]) ? shown : items;
}

function redactFields(value: object): object {
  const prototype: unknown = Object.getPrototypeOf(value);
  // Other objects, such as a Request or a Response, may hold secret headers.
  if (prototype !== Object.prototype && prototype !== null) {
    return { "[object]": value.constructor?.name };
  }
  let changed = false;
  const fields = Object.entries(value).map(([key, field]: [string, unknown]) => {
    const shown = SECRET.test(key) && typeof field === "string" ? HIDDEN : redact(field);
    changed ||= shown !== field;
    return [key, shown];
  });
  return changed ? (Object.fromEntries(fields) as object) : value;
}

/** The store's options for Redux DevTools. */
export const devTools = {
  name: "Taskdeck",
  actionSanitizer: redact,
  stateSanitizer: redact,
  features: {
    pause: true,
    lock: true,
    persist: true,
    // Exports the redacted log. The default, "custom", would export passwords.
    export: true,
    import: "custom",
    jump: true,
    skip: true,
    reorder: true,
    dispatch: true,
    test: true,
  },
} as const;
