import { type ComponentType, type ReactNode, lazy } from "react";
import { useLocation } from "react-router-dom";
import { pauseAbout } from "#api/pause.ts";

/** Tries in all: enough for a server that starts again. */
const TRIES = 4;

/**
 * A page whose code is fetched when it's first shown, and asked for again a few times when that
 * fails. React remembers a failure for good: here it lasts for the visit in which it happened, and
 * the next visit fetches anew.
 *
 * @param delay ms before the second try; each further one waits twice as long
 */
export function lazyPage(
  load: () => Promise<{ default: ComponentType }>,
  delay = 300,
): ComponentType {
  let failed = false;
  let visit: string | null = null;
  let page = lazy(tracked);

  async function tracked() {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await load();
      } catch (failure) {
        if (attempt >= TRIES) {
          failed = true;
          throw failure;
        }
      }
      await pauseAbout(delay * 2 ** (attempt - 1));
    }
  }

  function pageOf(key: string) {
    if (failed && key !== visit) {
      failed = false;
      page = lazy(tracked);
    }
    visit = key;
    return page;
  }

  return function LazyPage(): ReactNode {
    const Page = pageOf(useLocation().key);
    return <Page />;
  };
}
