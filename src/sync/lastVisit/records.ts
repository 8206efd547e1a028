import { ownName } from "#lib/address/basePath.ts";

/** An entry of the query cache as it is stored. */
export interface KeptEntry {
  endpointName: string;
  arg: unknown;
  /** The value as JSON. */
  json: string;
  /** The time when it was stored, in ms since 1970. */
  at: number;
}

/** The changes of one transaction; null for none. A null entry is deleted. */
type RecordsChange = {
  clear?: boolean;
  owner?: string;
  put?: ReadonlyMap<string, KeptEntry | null>;
} | null;

/** The stored entries of one owner: a user of one build. */
export interface Records {
  read(): Promise<{ owner: string | undefined; entries: readonly KeptEntry[] }>;
  /** Changes them in one transaction. `decide` sees the owner; no other tab can interfere. */
  change(decide: (owner: string | undefined) => RecordsChange): Promise<void>;
  /** Deletes everything. */
  remove(): Promise<void>;
}

const DATABASE = ownName("taskdeck");
const STORE = "lastSeen";
/** The key of the owner. Entries have the key of their slot. */
const OWNER = "owner";

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () =>
      reject(request.error ?? new Error("The request failed")),
    );
  });
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener("complete", () => resolve());
    transaction.addEventListener("abort", () =>
      reject(transaction.error ?? new Error("The change was aborted")),
    );
  });
}

function apply(store: IDBObjectStore, change: RecordsChange): void {
  if (change?.clear) store.clear();
  if (change?.owner !== undefined) store.put(change.owner, OWNER);
  for (const [slot, entry] of change?.put ?? []) {
    if (entry) store.put(entry, slot);
    else store.delete(slot);
  }
}

/** The records in IndexedDB. Every call rejects if the browser lacks or forbids it. */
export function browserRecords(): Records {
  let opened: Promise<IDBDatabase> | null = null;

  async function open(): Promise<IDBDatabase> {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener("upgradeneeded", () => request.result.createObjectStore(STORE));
    const database = await settled(request);
    const forget = () => (opened = null);
    database.addEventListener("close", forget);
    database.addEventListener("versionchange", () => {
      database.close();
      forget();
    });
    return database;
  }

  async function begin(mode: IDBTransactionMode): Promise<IDBTransaction> {
    opened ??= open();
    try {
      return (await opened).transaction(STORE, mode, { durability: "relaxed" });
    } catch (failure) {
      opened = null;
      throw failure;
    }
  }

  return {
    async read() {
      const store = (await begin("readonly")).objectStore(STORE);
      const [keys, values] = await Promise.all([
        settled(store.getAllKeys()),
        settled<unknown[]>(store.getAll()),
      ]);
      const found = new Map(keys.map((key, index) => [key, values[index]]));
      const owner = found.get(OWNER) as string | undefined;
      found.delete(OWNER);
      return { owner, entries: [...found.values()] as KeptEntry[] };
    },
    async change(decide) {
      const transaction = await begin("readwrite");
      const store = transaction.objectStore(STORE);
      const owner = store.get(OWNER);
      owner.addEventListener("success", () =>
        apply(store, decide(owner.result as string | undefined)),
      );
      await completed(transaction);
    },
    async remove() {
      await settled(indexedDB.deleteDatabase(DATABASE));
    },
  };
}
