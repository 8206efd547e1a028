import type { Kysely } from "kysely";
import type { Config } from "./config.ts";
import type { Database } from "./db/schema.ts";

/** What every route is built with. `now` is the server's clock, so that tests can set it. */
export interface Deps {
  db: Kysely<Database>;
  config: Config;
  now: () => Date;
}
