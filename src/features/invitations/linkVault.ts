import { BASE_PATH } from "#lib/basePath.ts";

/**
 * The addresses of links that were just made, by the links' ids. They hold tokens, so they never
 * enter the store. The dialogs that show them delete them when they close.
 */
const addresses = new Map<string, string>();

/** Keeps the address of a link. `path` is its page with the token in the fragment. */
export function keepLink(id: string, path: string): void {
  addresses.set(id, new URL(`.${path}`, window.location.origin + BASE_PATH).href);
}

/** The address of a link that was just made; empty for others. */
export const addressOfLink = (id: string): string => addresses.get(id) ?? "";

export const forgetLinks = (): void => addresses.clear();
