/** What webpack puts in place of `process.env.API_HOST`. */
declare const process: { readonly env: { readonly API_HOST?: string } };

/** The API's base, without a slash at its end: this app's own origin, unless built with `API_HOST`. */
export const API_BASE = (process.env.API_HOST || window.location.origin).replace(/\/+$/, "");

/** Whether app and API share an origin. */
export const SAME_ORIGIN = new URL(API_BASE).origin === window.location.origin;
