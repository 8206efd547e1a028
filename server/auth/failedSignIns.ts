import { setInterval } from "node:timers";
import type { FastifyInstance } from "fastify";
import type { AuditDetails, AuditName, AuditSubject } from "#contract/audit.ts";
import { record, userSubject } from "#server/audit/record.ts";
import { transaction } from "#server/db/transaction.ts";
import type { Deps } from "#server/deps.ts";
import { networksOf } from "./networks.ts";

/** Counts failed sign-ins for the audit log. */
export interface FailedSignIns {
  /** @param user whose address was typed, if anyone's: what was typed is kept nowhere */
  add(user: AuditName | undefined, address: string): void;
  /** Writes an entry for every account and network since the last call. */
  write(): Promise<void>;
}

interface Counted {
  subject: AuditSubject;
  details: Required<Pick<AuditDetails, "count" | "network">>;
  at: Date;
}

const HOUR_MS = 60 * 60 * 1000;
/** Entries an hour. The last one sums up the rest, so that an attack cannot fill the log. */
const ENTRIES_MAX = 20;
/** Accounts and networks that are counted apart. */
const COUNTED_MAX = 1_000;

/** Nobody is signed in when a sign-in fails. */
const SOMEONE: AuditName = { id: "someone", name: "Someone" };
const UNKNOWN_USER = userSubject({ id: "unknown", name: "an unknown user" });
const SEVERAL_USERS = userSubject({ id: "several", name: "several users" });
const SEVERAL_NETWORKS = "several networks";

/** The largest count comes first, and what is summed up already last. */
function bySize(a: Counted, b: Counted): number {
  if (a.subject === SEVERAL_USERS) return 1;
  return b.subject === SEVERAL_USERS ? -1 : b.details.count - a.details.count;
}

/** One entry for many counts. */
function sumUp(counted: readonly Counted[]): Counted[] {
  const [first] = counted;
  if (!first) return [];
  const count = counted.reduce((sum, { details }) => sum + details.count, 0);
  const details = { count, network: SEVERAL_NETWORKS };
  return [{ subject: SEVERAL_USERS, details, at: first.at }];
}

export function countFailedSignIns({ db, now }: Pick<Deps, "db" | "now">): FailedSignIns {
  let counts = new Map<string, Counted>();

  function countFor(subject: AuditSubject, network: string): Counted {
    const key = `${subject.id} ${network}`;
    const known = counts.get(key);
    if (known) return known;
    if (counts.size >= COUNTED_MAX && subject !== SEVERAL_USERS) {
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
      const most = [...counts.values()].sort(bySize);
      counts = new Map();
      const entries =
        most.length > ENTRIES_MAX
          ? [...most.slice(0, ENTRIES_MAX - 1), ...sumUp(most.slice(ENTRIES_MAX - 1))]
          : most;
      await transaction(db, async (trx) => {
        for (const { subject, details, at } of entries) {
          await record(
            trx,
            { by: SOMEONE, at },
            { action: "user.sign_in_failed", subject, details },
          );
        }
      });
    },
  };
}

/** Has the counts written every hour, and before the server ends. */
export function writeHourly(app: FastifyInstance, failedSignIns: FailedSignIns): void {
  const write = async () => {
    try {
      await failedSignIns.write();
    } catch (failure) {
      app.log.error(failure);
    }
  };
  const timer = setInterval(() => void write(), HOUR_MS).unref();
  app.addHook("onClose", async () => {
    clearInterval(timer);
    await write();
  });
}
