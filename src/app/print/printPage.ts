import { pause } from "#lib/pause.ts";
import { PRINTED_MAX, printedList } from "#lib/printing.ts";

/** The longest time in ms that a print waits for the pages of a list. */
const LOADING_MAX_MS = 10_000;

/** If a page can't be read, the list prints only the page that it shows, and says so. */
async function loadPages(): Promise<void> {
  const list = printedList();
  if (!list || list.totalPages < 2) return;
  const items: unknown[] = [];
  for (let page = 1; page <= list.totalPages && items.length < PRINTED_MAX; page += 1)
    items.push(...(await list.read(page)));
  list.keep(items.slice(0, PRINTED_MAX));
}

/** Prints the screen, with all pages of its list, at most {@link PRINTED_MAX} items. */
export async function printPage(): Promise<void> {
  await Promise.race([loadPages().catch(() => undefined), pause(LOADING_MAX_MS)]);
  window.print();
}
