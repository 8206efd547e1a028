/** A new value that depends on the former one and a text (FNV-1a). */
function mix(hash: number, text: string): number {
  let mixed = hash;
  for (let at = 0; at < text.length; at += 1) {
    mixed = Math.imul(mixed ^ text.charCodeAt(at), 0x01000193);
  }
  return mixed >>> 0;
}

const START = 0x811c9dc5;

/** Digests of objects. State is immutable, and states share most of their objects. */
const known = new WeakMap<object, number>();

/** A short number for a JSON value. Equal values have equal digests; `undefined` fields don't count. */
export function digest(value: unknown): number {
  if (typeof value !== "object" || value === null)
    return mix(START, JSON.stringify(value) ?? "null");
  const found = known.get(value);
  if (found !== undefined) return found;
  const fields: [string, unknown][] = Object.entries(value);
  const hash = fields
    .filter(([, field]) => field !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .reduce((sum, [key, field]) => mix(sum, `${key}:${digest(field)},`), START);
  known.set(value, hash);
  return hash;
}
