import type { RootState } from "#app/rootReducer.ts";
import { buildId } from "#lib/buildId.ts";
import { type LoggedAction, readActionLog } from "./actionLog.ts";
import { digest } from "./digest.ts";
import { redact } from "./redact.ts";

/**
 * The file that `npm run replay` reads. Passwords and tokens are redacted; titles and names are not.
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

/** The digest of each slice, without secrets. RTK Query's `config` depends on the page, not on actions. */
export function digestsOf(state: RootState): Record<string, number> {
  const parts = Object.entries({ ...state, api: { ...state.api, config: null } });
  return Object.fromEntries(parts.map(([slice, part]) => [slice, digest(redact(part))]));
}

/** A report of the last actions; null before the first one. */
export function makeBugReport(error: unknown = null): BugReport | null {
  const log = readActionLog();
  if (!log) return null;
  return {
    format: "taskdeck-bug-report",
    version: 1,
    build: buildId(),
    browser: navigator.userAgent,
    language: navigator.language,
    viewport: `${innerWidth} × ${innerHeight} at ${devicePixelRatio}`,
    path: location.pathname,
    at: new Date().toISOString(),
    error: error instanceof Error ? (error.stack ?? error.message) : null,
    before: redact(log.before),
    actions: log.actions.map(({ action, at, slices, after }) => ({
      action: redact(action),
      at,
      slices,
      digests: digestsOf(after),
    })),
    state: redact(log.actions.at(-1)?.after ?? log.before),
  };
}
