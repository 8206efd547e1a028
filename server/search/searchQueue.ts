import { Mutex, Semaphore } from "async-mutex";
import { HttpError } from "#server/http/errors.ts";

/** The maximum number of one user's running and waiting searches. */
const USER_SEARCHES_MAX = 4;

/**
 * Runs one search of each user at a time, and at most `slots` of all users. So one user can't block
 * other users' searches, and searches can't take all connections of the database.
 */
export class SearchQueue {
  readonly #slots: Semaphore;
  readonly #users = new Map<string, { mutex: Mutex; searches: number }>();

  constructor(slots: number) {
    this.#slots = new Semaphore(slots);
  }

  /** Runs a search when it is its turn. Throws a 429 if too many searches of the user wait. */
  async run<T>(user: string, search: () => Promise<T>): Promise<T> {
    const own = this.#users.get(user) ?? { mutex: new Mutex(), searches: 0 };
    if (own.searches >= USER_SEARCHES_MAX) {
      const error = "Too many searches at once. Please wait a moment, then try again.";
      throw new HttpError(429, { error }, 1);
    }
    own.searches += 1;
    this.#users.set(user, own);
    try {
      return await own.mutex.runExclusive(() => this.#slots.runExclusive(search));
    } finally {
      own.searches -= 1;
      if (own.searches === 0) this.#users.delete(user);
    }
  }
}
