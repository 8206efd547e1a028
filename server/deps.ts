import type { Kysely } from "kysely";
import type { Config } from "./config.ts";
import type { Database } from "./db/schema.ts";
import type { EventBus } from "./eventBus.ts";

/** What every route is built with. `now` is the server's clock, so that tests can set it. */
export interface Deps {
  db: Kysely<Database>;
  config: Config;
  /** What happens is published here, after the commit. */
  events: EventBus;
  now: () => Date;
  /** A clock that nobody can set, in ms; `performance.now`, unless a test moves it. */
  elapsed?: () => number;
  /** Holds an answer back for some ms; a timer, unless a test has no time to wait. */
  hold?: (ms: number) => Promise<unknown>;
}
