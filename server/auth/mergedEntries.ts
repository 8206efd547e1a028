import type { FastifyInstance } from "fastify";
import type { AuditAction } from "#contract/audit.ts";
import type { AuditDetails, AuditSubject } from "#contract/shapes/audit.ts";
import type { NamedRecord } from "#contract/shapes/id.ts";
import { record, userSubject } from "#server/changes/record.ts";
import { transaction } from "#server/db/transaction.ts";
import type { Deps } from "#server/deps.ts";
import { runHourly } from "#server/intervals.ts";
import { networksOf } from "./networks.ts";

/** Counts for the audit log what people do who are not signed in. */
export interface MergedEntries {
  /** @param user the owner of the typed address, if any; the typed text is not stored */
  add(user: NamedRecord | undefined, address: string): void;
  /** Writes an entry for each account and network since the last call. */
  write(): Promise<void>;
}

interface Counted {
  subject: AuditSubject;
  details: Required<Pick<AuditDetails, "count" | "network">>;
  at: Date;
}

/** The maximum number of entries per `write`. The last one sums up the rest, so no attack fills the log. */
const ENTRIES_MAX = 20;
/** The maximum number of accounts and networks that are counted separately. */
const COUNTS_MAX = 1_000;

/** The actor, who is unknown. */
export const SOMEONE: NamedRecord = { id: "someone", name: "Someone" };
const UNKNOWN_USER = userSubject({ id: "unknown", name: "an unknown user" });
const SEVERAL_USERS = userSubject({ id: "several", name: "several users" });
const SEVERAL_NETWORKS = "several networks";

/** Sorts the largest count first, and the sum of several users last. */
function byCount(a: Counted, b: Counted): number {
  if (a.subject === SEVERAL_USERS) return 1;
  return b.subject === SEVERAL_USERS ? -1 : b.details.count - a.details.count;
}

/** Replaces all entries beyond the limit by one with their sum. */
function withSum(entries: Counted[]): Counted[] {
  if (entries.length <= ENTRIES_MAX) return entries;
  const [first, ...others] = entries.splice(ENTRIES_MAX - 1) as [Counted, ...Counted[]];
  const count = others.reduce((sum, { details }) => sum + details.count, first.details.count);
  const details = { count, network: SEVERAL_NETWORKS };
  return [...entries, { subject: SEVERAL_USERS, details, at: first.at }];
}

/** Merges events into few entries of an action: anybody can cause them, and entries are kept for ever. */
export function createMergedEntries(
  { db, now }: Pick<Deps, "db" | "now">,
  kind: AuditAction,
): MergedEntries {
  let counts = new Map<string, Counted>();

  function countFor(subject: AuditSubject, network: string): Counted {
    const key = `${subject.id} ${network}`;
    const known = counts.get(key);
    if (known) return known;
    if (counts.size >= COUNTS_MAX && subject !== SEVERAL_USERS) {
      return countFor(SEVERAL_USERS, SEVERAL_NETWORKS);
    }
    const counted = { subject, details: { count: 0, network }, at: now() };
    counts.set(key, counted);
    return counted;
  }

  return {
    add(user, address) {
      const [network = ""] = networksOf(address);
      const counted = countFor(user ? userSubject(user) : UNKNOWN_USER, network);
      counted.details.count += 1;
      counted.at = now();
    },

    async write() {
      if (counts.size === 0) return;
      const entries = withSum([...counts.values()].sort(byCount));
      counts = new Map();
      await transaction(db, async (trx) => {
        for (const { at, ...event } of entries) {
          await record(trx, { by: SOMEONE, at }, { kind, ...event });
        }
      });
    },
  };
}

/** Like {@link createMergedEntries}; writes the entries every hour, and when the server stops. */
export function mergeEntriesHourly(
  app: FastifyInstance,
  deps: Pick<Deps, "db" | "now">,
  kind: AuditAction,
): MergedEntries {
  const entries = createMergedEntries(deps, kind);
  runHourly(app, entries.write);
  app.addHook("onClose", async () => {
    await entries.write().catch((failure: unknown) => app.log.error(failure));
  });
  return entries;
}
