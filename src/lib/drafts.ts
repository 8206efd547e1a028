/** What somebody typed into a form and has not saved. */
export interface Draft {
  /** The controls' values by name. */
  values: Readonly<Record<string, string>>;
  /** What is being edited, as it was when editing began: what others did since shows against it. */
  base?: unknown;
}

/**
 * The unsaved texts of this browser tab, by user and form (`task:new`, `comment:7`), and where an
 * expired session interrupted its user. In the session storage: a reload and a new sign-in keep
 * them, closing the tab and signing out don't. Never a form with a password.
 */
export interface Drafts {
  /** What this user left in a form; not what is on its way to the server just now. */
  find(user: string, form: string): Draft | null;
  keep(user: string, form: string, draft: Draft): void;
  drop(user: string, form: string): void;
  /** The draft is being sent. Call the result with whether it was saved: then it goes. */
  hold(user: string, form: string): (saved: boolean) => void;
  /** The form shows from now on. Call the result when it no longer does. */
  open(user: string, form: string): () => void;
  /** The session expired under its user: remembers the page, and the open forms that have a draft. */
  interrupt(user: string, path: string): void;
  /** The page on which this user was interrupted. */
  returnPath(user: string): string | null;
  /** The user has come back: the page is history, and what was open may be opened again. */
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

/** Characters of one draft. What is longer no form takes. */
const SIZE_MAX = 100_000;
/** Drafts of one tab; the oldest go first. */
const COUNT_MAX = 40;
/** ms of typing that one writing takes in. */
const REST = 300;
/** ms within which the page that was interrupted has to show its form again. */
const RESUME_WITHIN = 60_000;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

function parse(json: string | null): unknown {
  try {
    return json === null ? null : (JSON.parse(json) as unknown);
  } catch {
    return null;
  }
}

function readDraft(raw: unknown): Draft | null {
  if (!isObject(raw) || !isObject(raw["values"])) return null;
  const texts = Object.entries(raw["values"]).filter(([, text]) => typeof text === "string");
  const values = Object.fromEntries(texts) as Draft["values"];
  return { values, ...("base" in raw && { base: raw["base"] }) };
}

function readInterruption(raw: unknown): Interruption | null {
  if (!isObject(raw)) return null;
  const { user, path, forms } = raw;
  // Only a path of this app: "//" would begin another host.
  if (typeof user !== "string" || typeof path !== "string" || !/^\/(?!\/)/.test(path)) return null;
  const names = Array.isArray(forms) ? forms.filter((form) => typeof form === "string") : [];
  return { user, path, forms: names };
}

const prefixOf = (user: string) => `${DRAFT}${encodeURIComponent(user)}:`;

function sessionStore(): Store | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

/**
 * @param storage this tab's; a broken or full one costs no more than the drafts' life after a reload
 * @param page where `pagehide` and the like arrive; by default the window
 */
export function createDrafts(
  storage: Store | null = sessionStore(),
  page: EventTarget = window,
): Drafts {
  let drafts = new Map<string, Draft>();
  let interruption: Interruption | null = null;
  let resuming: { user: string; forms: Set<string>; until: number } | null = null;
  const held = new Set<string>();
  const shown = new Set<string>();
  const unwritten = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function read() {
    drafts = new Map();
    try {
      const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index));
      for (const key of keys) {
        if (!key?.startsWith(DRAFT)) continue;
        const draft = readDraft(parse(storage?.getItem(key) ?? null));
        if (draft) drafts.set(key, draft);
        else put(key, null);
      }
      interruption = readInterruption(parse(storage?.getItem(INTERRUPTION) ?? null));
    } catch {
      // Then there is nothing to find.
    }
  }

  function put(key: string, value: unknown) {
    try {
      if (value === undefined || value === null) storage?.removeItem(key);
      else storage?.setItem(key, JSON.stringify(value));
    } catch {
      // Full or forbidden: it is kept as long as the page.
    }
  }

  function flush() {
    clearTimeout(timer);
    timer = undefined;
    for (const key of unwritten) put(key, drafts.get(key));
    unwritten.clear();
  }

  function remove(key: string) {
    unwritten.delete(key);
    if (drafts.delete(key)) put(key, null);
  }

  function setInterruption(next: Interruption | null) {
    interruption = next;
    put(INTERRUPTION, next);
  }

  read();
  page.addEventListener("pagehide", flush);
  page.addEventListener("visibilitychange", flush);
  page.addEventListener("pageshow", (event) => {
    // Back from the browser's cache: the tab may have been elsewhere in this app meanwhile.
    if ((event as PageTransitionEvent).persisted) read();
  });

  return {
    find: (user, form) => {
      const key = prefixOf(user) + form;
      return held.has(key) ? null : (drafts.get(key) ?? null);
    },
    keep(user, form, draft) {
      const key = prefixOf(user) + form;
      const size = Object.values(draft.values).reduce((sum, { length }) => sum + length, 0);
      if (size > SIZE_MAX) return;
      // The newest is last.
      drafts.delete(key);
      drafts.set(key, draft);
      const [oldest] = drafts.keys();
      if (drafts.size > COUNT_MAX && oldest !== undefined) remove(oldest);
      unwritten.add(key);
      timer ??= setTimeout(flush, REST);
    },
    drop: (user, form) => remove(prefixOf(user) + form),
    hold(user, form) {
      const key = prefixOf(user) + form;
      held.add(key);
      return (saved) => {
        held.delete(key);
        if (saved) remove(key);
      };
    },
    open(user, form) {
      const key = prefixOf(user) + form;
      shown.add(key);
      return () => void shown.delete(key);
    },
    interrupt(user, path) {
      flush();
      const prefix = prefixOf(user);
      const open = [...shown].filter((key) => key.startsWith(prefix) && drafts.has(key));
      setInterruption({ user, path, forms: open.map((key) => key.slice(prefix.length)) });
    },
    returnPath: (user) => (interruption?.user === user ? interruption.path : null),
    returned(user) {
      if (interruption?.user === user) {
        const until = performance.now() + RESUME_WITHIN;
        resuming = { user, forms: new Set(interruption.forms), until };
      }
      setInterruption(null);
    },
    resume(user, form) {
      if (resuming?.user !== user || performance.now() > resuming.until) return null;
      const isMeant = (name: string) =>
        typeof form === "string" ? name === form : form.test(name);
      const found = [...resuming.forms].find(isMeant);
      if (found === undefined) return null;
      resuming.forms.delete(found);
      // It may have been saved or discarded since.
      return drafts.has(prefixOf(user) + found) ? found : null;
    },
    keepFor(user) {
      const prefix = user === null ? null : prefixOf(user);
      for (const key of drafts.keys()) {
        if (prefix === null || !key.startsWith(prefix)) remove(key);
      }
      if (interruption?.user !== user) setInterruption(null);
      if (resuming?.user !== user) resuming = null;
    },
  };
}
