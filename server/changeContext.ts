import type { NamedRecord } from "#contract/id.ts";

/** The user who makes a change, and its time. */
export interface ChangeContext {
  by: NamedRecord;
  at: Date;
}
