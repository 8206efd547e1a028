import { type ComponentType, createContext, lazy, type ReactNode, useContext } from "react";
import { useLocation } from "react-router-dom";
import { pauseAbout } from "./pause.ts";

/** Another value is another chance for what could not be fetched before. */
export const Chance = createContext(0);

/** Tries in all: enough for a server that starts again. */
const TRIES = 4;

/**
 * A page, or a part of one, whose code is fetched when it's first shown, and asked for again a few
 * times when that fails. React remembers a failure for good: here it lasts for the visit in which it
 * happened; the next visit fetches anew, and so does the next chance.
 *
 * @param delay ms before the second try; each further one waits twice as long
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  delay = 300,
): ComponentType<Props> {
  let failed = false;
  let visit: string | null = null;
  let part = lazy(tracked);

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

  function partOf(key: string) {
    if (failed && key !== visit) {
      failed = false;
      part = lazy(tracked);
    }
    visit = key;
    return part;
  }

  return function LazyPart(props: Props): ReactNode {
    const Part = partOf(`${useLocation().key} ${useContext(Chance)}`);
    return <Part {...props} />;
  };
}
