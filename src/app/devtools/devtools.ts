import type { DevToolsEnhancerOptions } from "@reduxjs/toolkit";
import { withCallName } from "#app/state/callNames.ts";
import { tryStorage } from "#lib/tryStorage.ts";
import { isInternal, tellsNothing } from "./internalActions.ts";
import { redact, redactAndSample } from "./redact.ts";

/** Webpack replaces `process.env.NODE_ENV`. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** `localStorage.taskdeckDevTools = "all"` shows every action, and lists and maps whole. */
const all = tryStorage(() => localStorage.getItem("taskdeckDevTools")) === "all";
const sanitize = all ? redact : redactAndSample;

/** The store's options for Redux DevTools. */
export const devTools = {
  name: "Taskdeck",
  maxAge: 200,
  trace: process.env.NODE_ENV !== "production",
  predicate: (state, action) => all || !(isInternal(action) || tellsNothing(state, action)),
  actionSanitizer: (action) => withCallName(sanitize(action)),
  stateSanitizer: sanitize,
  features: {
    pause: true,
    lock: true,
    persist: true,
    // Exports the redacted log. The default, "custom", would export passwords.
    export: true,
    import: "custom",
    jump: true,
    skip: true,
    reorder: true,
    dispatch: true,
    test: true,
  },
} as const satisfies DevToolsEnhancerOptions;
