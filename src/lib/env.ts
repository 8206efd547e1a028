/** Webpack replaces `process.env.API_HOST`. */
declare const process: { readonly env: { readonly API_HOST?: string } };

/** The API's base URL without a trailing slash: the app's own origin, unless built with `API_HOST`. */
export const API_BASE = (process.env.API_HOST || window.location.origin).replace(/\/+$/, "");

/** Whether app and API share an origin. */
export const SAME_ORIGIN = new URL(API_BASE).origin === window.location.origin;
