import type { RootState } from "#app/state/rootReducer.ts";
import { buildId } from "#lib/buildId.ts";
import { type LoggedAction, readActionLog } from "./actionLog.ts";
import { anonymiser } from "./anonymise.ts";
import { redact } from "./redact.ts";

/** A new value that depends on the former one and a text (FNV-1a). */
function mix(hash: number, text: string): number {
  let mixed = hash;
  for (let at = 0; at < text.length; at += 1) {
    mixed = Math.imul(mixed ^ text.charCodeAt(at), 0x01000193);
  }
  return mixed >>> 0;
}

const START = 0x811c9dc5;

/** Digests of objects. State is immutable, and states share most of their objects. */
const known = new WeakMap<object, number>();

/** A short number for a JSON value. Equal values have equal digests; `undefined` fields don't count. */
function digest(value: unknown): number {
  if (typeof value !== "object" || value === null)
    return mix(START, JSON.stringify(value) ?? "null");
  const found = known.get(value);
  if (found !== undefined) return found;
  const fields: [string, unknown][] = Object.entries(value);
  const hash = fields
    .filter(([, field]) => field !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .reduce((sum, [key, field]) => mix(sum, `${key}:${digest(field)},`), START);
  known.set(value, hash);
  return hash;
}

/**
 * The file that `npm run replay` reads. Passwords and tokens are redacted, names and e-mail addresses
 * replaced unless the user asked for them; titles and other texts stay.
 */
export interface BugReport {
  format: "taskdeck-bug-report";
  version: 1;
  build: string;
  browser: string;
  language: string;
  viewport: string;
  path: string;
  at: string;
  /** The error that the screen showed, with its stack. */
  error: string | null;
  before: RootState;
  /** `digests` of the state's parts after the action, by slice. */
  actions: (Omit<LoggedAction, "after"> & { digests: Record<string, number> })[];
  state: RootState;
}

type Hide = <T>(value: T) => T;

/**
 * The digest of each slice, without what a report hides. RTK Query's `config` depends on the page, not
 * on actions.
 */
export function digestsOf(state: RootState, hide: Hide = redact): Record<string, number> {
  const parts = Object.entries({ ...state, api: { ...state.api, config: null } });
  return Object.fromEntries(parts.map(([slice, part]) => [slice, digest(hide(part))]));
}

/** A report of the last actions; null before the first one. */
export function makeBugReport(error: unknown, { withNames = false } = {}): BugReport | null {
  const log = readActionLog();
  if (!log) return null;
  const last = log.actions.at(-1)?.after ?? log.before;
  const states = [log.before, ...log.actions.map(({ after }) => after)];
  const anonymise = withNames
    ? null
    : anonymiser([states, log.actions.map(({ action }) => action)]);
  const hide: Hide = (value) => (anonymise ? anonymise(redact(value)) : redact(value));
  return {
    format: "taskdeck-bug-report",
    version: 1,
    build: buildId(),
    browser: navigator.userAgent,
    language: navigator.language,
    viewport: `${innerWidth} × ${innerHeight} at ${devicePixelRatio}`,
    path: location.pathname,
    at: new Date().toISOString(),
    error: error instanceof Error ? hide(error.stack ?? error.message) : null,
    before: hide(log.before),
    actions: log.actions.map(({ action, at, slices, after }) => ({
      action: hide(action),
      at,
      slices,
      digests: digestsOf(after, hide),
    })),
    state: hide(last),
  };
}
