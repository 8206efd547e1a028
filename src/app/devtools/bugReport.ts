import type { RootState } from "#app/state/rootReducer.ts";
import { buildId } from "#lib/buildId.ts";
import { type LoggedAction, readActionLog } from "./actionLog.ts";
import { anonymiser } from "./anonymise.ts";
import { digest } from "./digest.ts";
import { redact } from "./redact.ts";

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
