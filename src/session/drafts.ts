import { ownName } from "#lib/address/basePath.ts";
import { isObject } from "#lib/json.ts";

/** The unsaved text of a form. */
export interface Draft {
  /** The controls' values by name. */
  values: Readonly<Record<string, string>>;
  /** The saved record when editing began. A comparison with it reveals other users' changes. */
  base?: unknown;
}

type DraftStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

interface Interruption {
  user: string;
  path: string;
  forms: string[];
}

const DRAFT = ownName("taskdeck:draft:");
const INTERRUPTION = ownName("taskdeck:interrupted");

/** The time in ms that the interrupted page has to request its open forms after the user returns. */
const RESUME_WITHIN_MS = 60_000;

function readDraft(stored: unknown): Draft | null {
  if (!isObject(stored) || !isObject(stored["values"])) return null;
  const texts = Object.entries(stored["values"]).filter(([, text]) => typeof text === "string");
  const values = Object.fromEntries(texts) as Draft["values"];
  return { values, ...("base" in stored && { base: stored["base"] }) };
}

function readInterruption(stored: unknown): Interruption | null {
  if (!isObject(stored)) return null;
  const { user, path, forms } = stored;
  // Only a path of this app: "//" would begin another host.
  if (typeof user !== "string" || typeof path !== "string" || !/^\/(?!\/)/.test(path)) return null;
  const names = Array.isArray(forms) ? forms.filter((form) => typeof form === "string") : [];
  return { user, path, forms: names };
}

const prefixOf = (user: string) => `${DRAFT}${encodeURIComponent(user)}:`;
const keyOf = (user: string, form: string) => prefixOf(user) + form;

/**
 * The drafts of this browser tab, by user and form (`task:new`, `comment:7`), and the page on which
 * an expired session interrupted the user. They are in the session storage: they survive a reload
 * and a new sign-in, but not a sign-out or the end of the tab. Forms with passwords have no drafts.
 */
export class Drafts {
  readonly #getStorage: () => DraftStorage;
  /** Keys of the drafts that are being saved. */
  readonly #saving = new Set<string>();
  /** Keys of the forms on the screen. */
  readonly #open = new Set<string>();
  #resuming: { user: string; forms: Set<string>; until: number } | null = null;

  /** @param getStorage this tab's storage; where it is full or forbidden, drafts end with their form */
  constructor(getStorage: () => DraftStorage = () => window.sessionStorage) {
    this.#getStorage = getStorage;
  }

  /** The user's draft of a form, unless it is being saved. */
  find(user: string, form: string): Draft | null {
    const key = keyOf(user, form);
    return this.#saving.has(key) ? null : readDraft(this.#read(key));
  }

  keep(user: string, form: string, draft: Draft): void {
    this.#write(keyOf(user, form), draft);
  }

  drop(user: string, form: string): void {
    this.#remove(keyOf(user, form));
  }

  /** Hides a draft while it is being saved. Call the result when it was saved or refused. */
  beginSave(user: string, form: string): (isSaved: boolean) => void {
    const key = keyOf(user, form);
    this.#saving.add(key);
    return (isSaved) => {
      this.#saving.delete(key);
      if (isSaved) this.#remove(key);
    };
  }

  /** Marks a form as open. Call the result when it closes. */
  open(user: string, form: string): () => void {
    const key = keyOf(user, form);
    this.#open.add(key);
    return () => void this.#open.delete(key);
  }

  /** Remembers the page of a user whose session expired, and the open forms that have a draft. */
  interrupt(user: string, path: string): void {
    const prefix = prefixOf(user);
    const keys = [...this.#open].filter((key) => key.startsWith(prefix) && this.#has(key));
    const forms = keys.map((key) => key.slice(prefix.length));
    this.#write(INTERRUPTION, { user, path, forms } satisfies Interruption);
  }

  /** The page on which this user was interrupted. */
  returnPath(user: string): string | null {
    return this.#interruptionOf(user)?.path ?? null;
  }

  /** Lets `resume` find the interrupted forms, because the user is back on the page. */
  startResuming(user: string): void {
    const interruption = this.#interruptionOf(user);
    if (interruption) {
      const until = performance.now() + RESUME_WITHIN_MS;
      this.#resuming = { user, forms: new Set(interruption.forms), until };
    }
    this.#remove(INTERRUPTION);
  }

  /** Takes an interrupted form with this name, or of this pattern, that must be opened again. */
  resume(user: string, form: string | RegExp): string | null {
    const resuming = this.#resuming;
    if (resuming?.user !== user || performance.now() > resuming.until) return null;
    const found = [...resuming.forms].find((name) =>
      typeof form === "string" ? name === form : form.test(name),
    );
    if (found === undefined) return null;
    resuming.forms.delete(found);
    // The draft may have been saved or discarded in between.
    return this.#has(keyOf(user, found)) ? found : null;
  }

  /** Deletes the drafts of all other users; with null, of all users. */
  retainOnly(user: string | null): void {
    const own = user === null ? null : prefixOf(user);
    const keys = this.#attempt((storage) =>
      Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? ""),
    );
    for (const key of keys ?? []) {
      if (key.startsWith(DRAFT) && (own === null || !key.startsWith(own))) this.#remove(key);
    }
    if (user === null || !this.#interruptionOf(user)) this.#remove(INTERRUPTION);
    if (this.#resuming?.user !== user) this.#resuming = null;
  }

  #interruptionOf(user: string): Interruption | null {
    const interruption = readInterruption(this.#read(INTERRUPTION));
    return interruption?.user === user ? interruption : null;
  }

  /** Null if the browser refuses access to its storage. */
  #attempt<T>(action: (storage: DraftStorage) => T): T | null {
    try {
      return action(this.#getStorage());
    } catch {
      return null;
    }
  }

  #read(key: string): unknown {
    return this.#attempt((storage) => JSON.parse(storage.getItem(key) ?? "null") as unknown);
  }

  #write(key: string, value: unknown): void {
    this.#attempt((storage) => storage.setItem(key, JSON.stringify(value)));
  }

  #remove(key: string): void {
    this.#attempt((storage) => storage.removeItem(key));
  }

  #has(key: string): boolean {
    return readDraft(this.#read(key)) !== null;
  }
}
