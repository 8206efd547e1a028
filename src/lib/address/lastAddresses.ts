/** The last query part of each screen's address, in this tab. */
const searches = new Map<string, string>();

/** Keeps the filters, order and page with which a screen shows, for the way back to it. */
export function keepSearch(path: string, search: string): void {
  searches.set(path, search);
}

/** The address of a screen as the user left it, for menus and keys. Other links say what they mean. */
export const lastAddress = (path: string): string => path + (searches.get(path) ?? "");

/** Another user must not inherit them. */
export function forgetSearches(): void {
  searches.clear();
}
