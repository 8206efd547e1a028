import { HttpError } from "#server/http/errors.ts";

/** Searches of one user that may wait, the one that runs included. */
const SEARCHES_PER_USER = 4;

/**
 * Lets a few searches run at once, and one of each user. So one user can't hold up the searches of
 * others, and all searches together can't take all connections of the database.
 */
export class SearchQueue {
  readonly #slots: number;
  #running = 0;
  readonly #byUser = new Map<string, number>();
  readonly #busy = new Set<string>();
  readonly #waiting: { user: string; start: () => void }[] = [];

  constructor(slots: number) {
    this.#slots = slots;
  }

  /** Runs a search when it is its turn. Throws a 429 when too many of the user's are waiting. */
  async run<T>(user: string, search: () => Promise<T>): Promise<T> {
    const count = (this.#byUser.get(user) ?? 0) + 1;
    if (count > SEARCHES_PER_USER) {
      throw new HttpError(
        429,
        { error: "Too many searches at once. Please wait a moment, then try again." },
        1,
      );
    }
    this.#byUser.set(user, count);
    await new Promise<void>((start) => {
      this.#waiting.push({ user, start });
      this.#startNext();
    });
    try {
      return await search();
    } finally {
      this.#leave(user);
    }
  }

  #startNext(): void {
    if (this.#running >= this.#slots) return;
    const next = this.#waiting.findIndex(({ user }) => !this.#busy.has(user));
    const [chosen] = next < 0 ? [] : this.#waiting.splice(next, 1);
    if (!chosen) return;
    this.#running += 1;
    this.#busy.add(chosen.user);
    chosen.start();
  }

  #leave(user: string): void {
    this.#running -= 1;
    this.#busy.delete(user);
    const left = (this.#byUser.get(user) ?? 1) - 1;
    if (left > 0) this.#byUser.set(user, left);
    else this.#byUser.delete(user);
    this.#startNext();
  }
}
