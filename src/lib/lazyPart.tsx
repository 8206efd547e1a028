import { type ComponentType, createContext, lazy, type ReactNode, useContext } from "react";
import { useLocation } from "react-router-dom";
import { pauseAbout } from "./pause.ts";

/** Another value makes a `lazyPart` that failed fetch its code again. */
export const RetryKey = createContext(0);

/** Fetches code, with retries while a server restarts. The pause before each retry doubles. */
export async function loadCode<Code>(
  load: () => Promise<Code>,
  attempts = 4,
  delayMs = 300,
): Promise<Code> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await load();
    } catch (failure) {
      if (attempt >= attempts) throw failure;
    }
    await pauseAbout(delayMs * 2 ** (attempt - 1));
  }
}

/**
 * A page, or a part of one, whose code is fetched when it is first shown. React remembers a failure
 * for good. Here it lasts for one visit: the next visit, or another `RetryKey`, fetches again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  delayMs?: number,
): ComponentType<Props> {
  let failed = false;
  let visit: string | null = null;
  let part = lazy(tracked);

  async function tracked() {
    try {
      return await loadCode(load, undefined, delayMs);
    } catch (failure) {
      failed = true;
      throw failure;
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
    const Part = partOf(`${useLocation().key} ${useContext(RetryKey)}`);
    return <Part {...props} />;
  };
}
