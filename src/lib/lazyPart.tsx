import {
  type ComponentType,
  createContext,
  createElement,
  lazy,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
} from "react";
import { useLocation } from "react-router-dom";
import { pauseAbout } from "./pause.ts";
import { installStoreParts } from "./storeParts.ts";
import { whenIdle } from "./whenIdle.ts";

/** Another value makes a `lazyPart` that failed fetch its code again. */
export const RetryKey = createContext(0);

/**
 * With this many attempts `loadCode` keeps trying for some minutes, because the pause before each
 * retry doubles.
 */
export const LASTING_ATTEMPTS = 12;

/** In a chunk that every page has loaded soon. */
const mend = async (failure: unknown) =>
  (await import(/* webpackChunkName: "toaster" */ "./replaceFile.ts")).replaceFile(failure);

/**
 * Fetches code, with retries while a server restarts. The pause before each retry doubles. Installs
 * its store parts.
 */
export async function loadCode<Code extends object>(
  load: () => Promise<Code>,
  attempts = 4,
  delayMs = 300,
): Promise<Code> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const code = await load();
      installStoreParts(code);
      return code;
    } catch (failure) {
      if (attempt >= attempts) throw failure;
      if (attempt === 1) await mend(failure).catch(() => undefined);
    }
    await pauseAbout(delayMs * 2 ** (attempt - 1));
  }
}

/** A component whose code is fetched when it is first shown, or ahead of that. */
type LazyPart<Props> = ComponentType<Props> & {
  /** Fetches the code. Afterwards the part renders without suspending. */
  preload(): Promise<void>;
};

/**
 * A page, or a part of one, whose code is fetched when it is first shown. React remembers a failure
 * permanently. Here it lasts for one visit: the next visit, or another `RetryKey`, fetches again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  delayMs?: number,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | null = null;
  let failed = false;
  let visit: string | null = null;
  let part = lazy(tracked);

  async function tracked() {
    try {
      const module = await loadCode(load, undefined, delayMs);
      loaded = module.default;
      return module;
    } catch (failure) {
      failed = true;
      throw failure;
    }
  }

  function partOf(key: string, loadedAtFirst: ComponentType<Props> | null) {
    if (loadedAtFirst) return loadedAtFirst;
    if (failed && key !== visit) {
      failed = false;
      part = lazy(tracked);
    }
    visit = key;
    return part;
  }

  function LazyPart(props: Props): ReactNode {
    const key = `${useLocation().key} ${useContext(RetryKey)}`;
    // Stays the same while the part is shown, because another component would lose the state.
    const [loadedAtFirst] = useState(() => loaded);
    return createElement(partOf(key, loadedAtFirst), props);
  }

  async function preload() {
    loaded ??= (await loadCode(load, 1)).default;
  }

  return Object.assign(LazyPart, { preload });
}

/** The module of `load`, which is fetched when the browser is idle; null until its code has arrived. */
export function useIdleCode<Module extends object>(load: () => Promise<Module>): Module | null {
  const [module, setModule] = useState<Module | null>(null);
  useEffect(() => {
    whenIdle()
      .then(() => loadCode(load, LASTING_ATTEMPTS))
      .then(setModule, () => undefined);
  }, [load]);
  return module;
}

/**
 * The module of `load`; null until its code has arrived. The user waits for it, so a failure is
 * retried once, and then reported.
 */
export function useCode<Module extends object>(
  load: () => Promise<Module>,
  onFailed: () => void,
): Module | null {
  const [module, setModule] = useState<Module | null>(null);
  const start = useEffectEvent(load);
  const giveUp = useEffectEvent(onFailed);
  useEffect(() => {
    let isWanted = true;
    loadCode(() => start(), 2, 0).then(
      (loaded) => isWanted && setModule(loaded),
      () => isWanted && giveUp(),
    );
    return () => {
      isWanted = false;
    };
  }, []);
  return module;
}
