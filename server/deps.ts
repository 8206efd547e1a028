import type { Kysely } from "kysely";
import type { Config } from "./config.ts";
import type { Database } from "./db/schema.ts";
import type { EventBus } from "./eventBus.ts";
import type { FileStore } from "./files/store.ts";
import type { ReadImport } from "./imports/reading/readInProcess.ts";

/** The dependencies of every route. */
export interface Deps {
  db: Kysely<Database>;
  config: Config;
  /** Routes publish their events here, after the commit. */
  events: EventBus;
  /** The server's clock, which tests can set. */
  now: () => Date;
  /** A monotonic clock in ms. Default: `performance.now`. */
  elapsed?: () => number;
  /** Reads the file of an import. Default: in a process of its own. */
  readImport?: ReadImport;
  /** Where the bytes of files are. Default: a folder in DATA_DIR. */
  files?: FileStore;
  /** Delays a response. Default: a timer. */
  hold?: (ms: number) => Promise<unknown>;
}
