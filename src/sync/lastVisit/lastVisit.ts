import type { User } from "#contract/shapes/user.ts";
import { buildId } from "#lib/buildId.ts";
import { API_BASE } from "#lib/env.ts";
import type { TokenVault } from "#session/tokens.ts";
import { browserRecords, type KeptEntry, type Records } from "./records.ts";
import { isSharedComputer } from "./sharedComputer.ts";

/** Older entries are not shown: a session ends after 7 idle days. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;

/** A value that a user saw, and the query that fetched it. */
export interface LastVisitEntry {
  endpointName: string;
  arg: unknown;
  value: unknown;
}

/** The last visit's data of a user. Without a user it is empty. */
export interface LastVisitData {
  userId: User["id"] | null;
  entries: readonly LastVisitEntry[];
}

const NOTHING: LastVisitData = { userId: null, entries: [] };

/**
 * Stores the shown data for the next visit. It belongs to one user of one build, its owner. Only the
 * start of a session sets an owner, and only entries of the owner are written. So a late write by any
 * tab fails after a session has ended, because there is no owner.
 */
export interface LastVisit {
  /** Returns the last visit's data of the signed-in user, and nothing for any other user. */
  read(): Promise<LastVisitData>;
  /**
   * Makes this user the owner, and deletes another owner's data. Returns whether the user is the
   * owner. This is false after the session has ended, and on a shared computer.
   */
  open(userId: User["id"]): Promise<boolean>;
  /** Stores entries by slot. A null entry is deleted. */
  keep(userId: User["id"], entries: ReadonlyMap<string, KeptEntry | null>): Promise<void>;
  /** Deletes everything. */
  clear(): Promise<void>;
}

function parse({ endpointName, arg, json, at }: KeptEntry): readonly LastVisitEntry[] {
  const age = Date.now() - at;
  return age >= 0 && age < MAX_AGE_MS ? [{ endpointName, arg, value: JSON.parse(json) }] : [];
}

/** Without IndexedDB, or without space, it stores nothing, and no call fails. */
export function createLastVisit(
  tokens: Pick<TokenVault, "refreshToken" | "user">,
  records: Records = browserRecords(),
): LastVisit {
  // The data format may differ between builds and servers.
  const version = `${buildId()} ${API_BASE}`;
  const ownerOf = (userId: User["id"]) => `${userId} ${version}`;

  const isAllowed = (userId: User["id"]) =>
    tokens.refreshToken !== null && tokens.user?.id === userId && !isSharedComputer();

  return {
    async read() {
      const userId = tokens.user?.id;
      if (userId === undefined || !isAllowed(userId)) return NOTHING;
      try {
        const { owner, entries } = await records.read();
        // The session may have ended in another tab.
        if (owner !== ownerOf(userId) || !isAllowed(userId)) return NOTHING;
        return { userId, entries: entries.flatMap(parse) };
      } catch {
        return NOTHING;
      }
    },
    async open(userId) {
      const own = ownerOf(userId);
      let isOwner = false;
      try {
        await records.change((owner) => {
          isOwner = isAllowed(userId);
          if (!isOwner) return { clear: true };
          return owner === own ? null : { clear: true, owner: own };
        });
        return isOwner;
      } catch {
        return false;
      }
    },
    async keep(userId, put) {
      const own = ownerOf(userId);
      await records
        .change((owner) => (owner === own && isAllowed(userId) ? { put } : null))
        .catch(() => undefined);
    },
    async clear() {
      await records
        .change(() => ({ clear: true }))
        .catch(() => records.remove())
        .catch(() => undefined);
    },
  };
}
