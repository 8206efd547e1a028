import type fc from "fast-check";
import { toast } from "react-hot-toast/headless";
import { LightRequest, type LightResponse } from "./lightFetch.ts";

/** The store's timer for a missing animation frame, in ms; here no frame is missing. */
const BATCH = 100;
/** Longer timers, in ms, never fire. */
const LONGEST_TIMER = 2_000;

interface Browser {
  scheduler: fc.Scheduler;
  fetch(request: LightRequest): Promise<LightResponse>;
  toast(message: unknown): void;
  warn(text: string): void;
  /** Replaces the clock. */
  now: () => number;
}

/** Replaces the globals of the browser. Returns a function that restores them. */
export function replaceGlobals(browser: Browser): () => void {
  const { scheduler } = browser;
  const undo: (() => void)[] = [];
  const replace = (target: object, stand: Record<string, unknown>) => {
    for (const [name, value] of Object.entries(stand)) {
      const own = Object.getOwnPropertyDescriptor(target, name);
      Object.defineProperty(target, name, { value, configurable: true, writable: true });
      undo.push(() => {
        if (own) Object.defineProperty(target, name, own);
        else Reflect.deleteProperty(target, name);
      });
    }
  };
  localStorage.clear();
  sessionStorage.clear();
  const cleared = new Set<unknown>();
  let timers = 0;
  replace(globalThis, {
    fetch: async (request: LightRequest | string, init?: RequestInit) =>
      await browser.fetch(typeof request === "string" ? new LightRequest(request, init) : request),
    Request: LightRequest,
    setTimeout: (action: () => void, ms = 0) => {
      timers += 1;
      const id = timers;
      if (ms > LONGEST_TIMER || ms === BATCH) return id;
      void scheduler.schedule(Promise.resolve(), `timer of ${ms} ms`).then(() => {
        if (!cleared.has(id)) action();
      });
      return id;
    },
    clearTimeout: (id: unknown) => void cleared.add(id),
    requestAnimationFrame: (draw: () => void) => queueMicrotask(draw),
  });
  for (const target of [window, document] as EventTarget[]) {
    replace(target, { addEventListener: () => undefined, removeEventListener: () => undefined });
  }
  replace(toast, { success: browser.toast, error: browser.toast });
  replace(Date, { now: browser.now });
  // Stubbed for speed: reading the real time zone is slower than the rest of a call.
  const timeZone = { resolvedOptions: () => ({ timeZone: "UTC" }) };
  replace(Intl, { DateTimeFormat: () => timeZone });
  replace(console, { warn: browser.warn });
  return () => {
    for (const back of undo) back();
  };
}

/** A storage with these items, which others may share. `changed` is called with each key that changes. */
export function memoryStorage(
  items = new Map<string, string>(),
  changed: (key: string) => void = () => undefined,
): Pick<Storage, "length" | "key" | "getItem" | "setItem" | "removeItem"> {
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem(key, value) {
      if (items.get(key) === value) return;
      items.set(key, value);
      changed(key);
    },
    removeItem(key) {
      if (items.delete(key)) changed(key);
    },
  };
}
