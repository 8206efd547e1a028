import type { TaskStatus } from "#contract/task.ts";
import type { Client } from "#testing/schedules/clients/client.ts";
import type { CallLog } from "./calls.ts";
import { Expectations } from "./expectations.ts";
import type { Rulebook } from "./rules.ts";

/** What all checks of moves share. */
export class MoveContext {
  readonly rulebook: Rulebook;
  readonly client: Client;
  readonly calls: CallLog;
  readonly expected = new Expectations();
  /** The column of each move. */
  readonly targets = new Map<number, TaskStatus>();
  /** The moves that a busy server has put off, so that they are sent again. */
  readonly delayed = new Set<number>();
  /** The event count when another user last moved or deleted each card. */
  readonly others = new Map<string, number>();
  /** Counts events. */
  now = 0;

  constructor(rulebook: Rulebook, client: Client, calls: CallLog) {
    this.rulebook = rulebook;
    this.client = client;
    this.calls = calls;
  }

  must(...given: Parameters<Rulebook["must"]>): void {
    this.rulebook.must(...given);
  }
}
