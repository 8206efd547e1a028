import { BASE_PATH } from "./address/basePath.ts";

/** Webpack replaces `process.env.API_HOST`. */
declare const process: { readonly env: { readonly API_HOST?: string } };

/** The API's base URL without a trailing slash: where the app is, unless built with `API_HOST`. */
export const API_BASE = (process.env.API_HOST || window.location.origin + BASE_PATH).replace(
  /\/+$/,
  "",
);

/** Whether app and API share an origin. */
export const SAME_ORIGIN = new URL(API_BASE).origin === window.location.origin;
