const meta = document.querySelector<HTMLMetaElement>('meta[name="base-path"]');

/** The path that all addresses of the app begin with, as the server's `BASE_PATH` says: "/" or "/tasks/". */
export const BASE_PATH = meta?.content ?? "/";

/**
 * The name under which this Taskdeck stores or shares something in the browser. Another Taskdeck on
 * the same origin has another base path, and so other names.
 */
export const ownName = (name: string): string => (BASE_PATH === "/" ? name : BASE_PATH + name);

/** The path within the app; null for a path outside of it. */
export const pathInApp = (pathname: string): string | null =>
  pathname.startsWith(BASE_PATH) ? pathname.slice(BASE_PATH.length - 1) : null;
