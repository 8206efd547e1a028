import type { Kysely } from "kysely";
import type { ReportSkipped } from "#server/changes/skipped.ts";
import { readEpoch } from "#server/db/changesEpoch.ts";
import type { Database } from "#server/db/schema.ts";
import type { BusListener, EventBus, NumberedChange } from "#server/eventBus.ts";
import { followChanges } from "./follower.ts";
import { type Recorded, readRecorded } from "./recorded.ts";

interface ServerBus extends EventBus {
  /** Reads what other servers, or other programs, have recorded. */
  wake(): void;
  /** Reports that published events of other servers were lost. */
  reportGap(): void;
  close(): Promise<void>;
}

interface BusOptions {
  /** Called when this process has recorded changes. */
  announce?: () => void;
  missedMax?: number;
}

/** The maximum number of missed changes that a client gets. Beyond it everything is refetched. */
const MISSED_MAX = 1_000;

/**
 * A bus that follows the record of changes. An event id is the database's name for its numbers and the
 * number of a change. So every server knows it, also after a restart.
 */
export async function createBus(
  db: Kysely<Database>,
  { announce = () => undefined, missedMax = MISSED_MAX }: BusOptions = {},
): Promise<ServerBus> {
  const epoch = await readEpoch(db);
  const listeners = new Set<BusListener>();
  const idOf = (number: number) => `${epoch}-${number}`;
  let report: ReportSkipped = () => undefined;
  const notify = (event: Parameters<BusListener>[0], number: number) => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (failure) {
        // The other listeners and the later events must not miss anything.
        report(failure, number);
      }
    }
  };
  const numbered = ({ number, events }: Recorded): NumberedChange[] =>
    events.map((change) => ({ id: idOf(number), change }));

  const follower = await followChanges(db, {
    tell(recorded) {
      for (const one of recorded) {
        for (const change of numbered(one)) notify(change, one.number);
      }
    },
    announce,
    report: (failure, number) => report(failure, number),
  });
  const lastEventId = () => idOf(follower.position());

  async function read(id: string, until?: number): Promise<NumberedChange[] | undefined> {
    const [name, number = ""] = id.split("-");
    if (name !== epoch || !/^\d{1,15}$/.test(number)) return undefined;
    const range = { after: Number(number), max: missedMax + 1 };
    const recorded = await readRecorded(db, until === undefined ? range : { ...range, until });
    return recorded.length > missedMax ? undefined : recorded.flatMap(numbered);
  }

  let latest: { range: string; changes: ReturnType<typeof read> } | undefined;
  /** Streams that resume after the same event share one read: after an outage these are many. */
  async function readShared(id: string, until: number): Promise<NumberedChange[] | undefined> {
    const range = `${id} ${until}`;
    if (latest?.range !== range) latest = { range, changes: read(id, until) };
    const { changes } = latest;
    return await changes.catch((failure: unknown) => {
      latest = undefined;
      throw failure;
    });
  }

  return {
    lastEventId,
    publish(event) {
      const told = event.type === "session" ? event : { id: lastEventId(), change: event };
      notify(told, follower.position());
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    reportTo(skipped) {
      report = skipped;
    },
    since: async (id) => await readShared(id, follower.position()),
    committedSince: async (id) => await read(id),
    wake: follower.wake,
    reportGap() {
      notify({ type: "gap" }, follower.position());
      follower.wake();
    },
    close: follower.close,
  };
}
