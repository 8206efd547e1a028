const NAME = /_name$/;
/** Bounded, so that it is linear in the text's length. */
const ADDRESS = /[^\s@"'<>(),;:]{1,64}@[^\s@"'<>(),;:]{1,255}/g;
/** A longer text is not searched for addresses, but left out. */
const MAX_TEXT = 100_000;

/**
 * Makes a function that replaces the names and e-mail addresses in JSON values by tokens: the same
 * person has the same token everywhere, and the tokens sort as the names did, so that a replay with
 * them leads to the same order. Names inside other texts stay, addresses don't.
 *
 * @param values all values that the function will get, or parts of them
 */
export function anonymiser(values: readonly unknown[]): <T>(value: T) => T {
  const tokens = tokensFor(namesIn(values));
  const copies = new WeakMap<object, unknown>();

  const text = (given: string): string => {
    const token = tokens.get(given);
    if (token !== undefined) return token;
    if (!given.includes("@")) return given;
    if (given.length > MAX_TEXT) return `${given.length} characters`;
    return given.replace(ADDRESS, (address) => tokens.get(address) ?? "address@hidden");
  };

  function replace<T>(value: T): T {
    if (typeof value === "string") return text(value) as T;
    if (typeof value !== "object" || value === null) return value;
    const known = copies.get(value);
    if (known !== undefined) return known as T;
    const copy = Array.isArray(value)
      ? value.map(replace)
      : Object.fromEntries(
          Object.entries(value).map(([key, field]: [string, unknown]) => [
            text(key),
            replace(field),
          ]),
        );
    copies.set(value, copy);
    return copy as T;
  }

  return replace;
}

interface Names {
  names: Set<string>;
  addresses: Set<string>;
}

/** The values of fields that hold a name or an address. */
function namesIn(values: readonly unknown[]): Names {
  const found: Names = { names: new Set(), addresses: new Set() };
  const seen = new WeakSet<object>();
  const open = [...values];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    // Errors have a name too, but no id.
    const isPersonOrTeam = "id" in value || "email" in value;
    for (const [key, field] of Object.entries(value) as [string, unknown][]) {
      if (typeof field === "object") open.push(field);
      else if (typeof field !== "string" || field === "") continue;
      else if (key === "email") found.addresses.add(field);
      else if (NAME.test(key) || (key === "name" && isPersonOrTeam)) found.names.add(field);
    }
  }
  return found;
}

function tokensFor({ names, addresses }: Names): Map<string, string> {
  const numbered = (all: Set<string>, token: (number: string) => string): [string, string][] => {
    const digits = String(all.size).length;
    return [...all]
      .toSorted()
      .map((one, index) => [one, token(String(index + 1).padStart(digits, "0"))]);
  };
  return new Map([
    ...numbered(names, (number) => `Name ${number}`),
    ...numbered(addresses, (number) => `address-${number}@hidden`),
  ]);
}
