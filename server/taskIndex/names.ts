/** The number of nobody. */
const NOBODY = -1;
/** A number that nothing has. */
const UNKNOWN = -2;

/** Gives every name a number, and the same one again. */
export class Names {
  readonly #numbers = new Map<string, number>();

  give(name: string | null): number {
    if (name === null) return NOBODY;
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  /** A number that nothing has for a name that was never given one. */
  find = (name: string): number => this.#numbers.get(name) ?? UNKNOWN;
}
