import { isObject } from "#lib/json.ts";

/** What somebody typed into a form and has not saved. */
export interface Draft {
  /** The controls' values by name. */
  values: Readonly<Record<string, string>>;
  /** What is being edited, as it was when editing began: changes by others show against it. */
  base?: unknown;
}

/**
 * The unsaved texts of this browser tab, by user and form (`task:new`, `comment:7`), and the page on
 * which an expired session interrupted its user. They live in the session storage: a reload and a new
 * sign-in keep them, closing the tab and signing out don't. Never a form with a password.
 */
export interface Drafts {
  /** What this user left in a form, unless it is just being sent. */
  find(user: string, form: string): Draft | null;
  keep(user: string, form: string, draft: Draft): void;
  drop(user: string, form: string): void;
  /** The draft is being sent. Call the result with whether it was saved: then it goes. */
  hold(user: string, form: string): (saved: boolean) => void;
  /** The form shows from now on. Call the result when it no longer does. */
  open(user: string, form: string): () => void;
  /** The session expired: remembers the user's page, and the open forms that have a draft. */
  interrupt(user: string, path: string): void;
  /** The page on which this user was interrupted. */
  returnPath(user: string): string | null;
  /** The user is back on that page, and the open forms may be opened again. */
  returned(user: string): void;
  /** The form of this name that is to be opened again after an interruption; named once. */
  resume(user: string, form: string | RegExp): string | null;
  /** Forgets everything that isn't this user's; all of it for nobody. */
  keepFor(user: string | null): void;
}

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

interface Interruption {
  user: string;
  path: string;
  forms: string[];
}

const DRAFT = "taskdeck:draft:";
const INTERRUPTION = "taskdeck:interrupted";

/** The time that the interrupted page has to show its form again. */
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

/** @param getStorage this tab's storage; where it is full or forbidden, drafts end with their form */
export function createDrafts(getStorage: () => Store = () => window.sessionStorage): Drafts {
  const sending = new Set<string>();
  const open = new Set<string>();
  let resuming: { user: string; forms: Set<string>; until: number } | null = null;

  /** The result of `action`; null where the browser refuses. */
  function attempt<T>(action: (storage: Store) => T): T | null {
    try {
      return action(getStorage());
    } catch {
      return null;
    }
  }

  const read = (key: string) =>
    attempt((storage) => JSON.parse(storage.getItem(key) ?? "null") as unknown);
  const write = (key: string, value: unknown) =>
    attempt((storage) => storage.setItem(key, JSON.stringify(value)));
  const remove = (key: string) => attempt((storage) => storage.removeItem(key));
  const has = (key: string) => readDraft(read(key)) !== null;

  function interruptionOf(user: string | null): Interruption | null {
    const interruption = readInterruption(read(INTERRUPTION));
    return interruption?.user === user ? interruption : null;
  }

  return {
    find: (user, form) => {
      const key = prefixOf(user) + form;
      return sending.has(key) ? null : readDraft(read(key));
    },
    keep: (user, form, draft) => void write(prefixOf(user) + form, draft),
    drop: (user, form) => void remove(prefixOf(user) + form),
    hold(user, form) {
      const key = prefixOf(user) + form;
      sending.add(key);
      return (saved) => {
        sending.delete(key);
        if (saved) remove(key);
      };
    },
    open(user, form) {
      const key = prefixOf(user) + form;
      open.add(key);
      return () => void open.delete(key);
    },
    interrupt(user, path) {
      const prefix = prefixOf(user);
      const keys = [...open].filter((key) => key.startsWith(prefix) && has(key));
      write(INTERRUPTION, { user, path, forms: keys.map((key) => key.slice(prefix.length)) });
    },
    returnPath: (user) => interruptionOf(user)?.path ?? null,
    returned(user) {
      const interruption = interruptionOf(user);
      if (interruption) {
        const until = performance.now() + RESUME_WITHIN_MS;
        resuming = { user, forms: new Set(interruption.forms), until };
      }
      remove(INTERRUPTION);
    },
    resume(user, form) {
      if (resuming?.user !== user || performance.now() > resuming.until) return null;
      const isMeant = (name: string) =>
        typeof form === "string" ? name === form : form.test(name);
      const found = [...resuming.forms].find(isMeant);
      if (found === undefined) return null;
      resuming.forms.delete(found);
      // It may have been saved or discarded since.
      return has(prefixOf(user) + found) ? found : null;
    },
    keepFor(user) {
      const own = user === null ? null : prefixOf(user);
      const keys = attempt((storage) =>
        Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? ""),
      );
      for (const key of keys ?? []) {
        if (key.startsWith(DRAFT) && (own === null || !key.startsWith(own))) remove(key);
      }
      if (!interruptionOf(user)) remove(INTERRUPTION);
      if (resuming?.user !== user) resuming = null;
    },
  };
}
