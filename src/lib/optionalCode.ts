import { useEffect, useState } from "react";
import { loadCode } from "./lazyPart.tsx";

/**
 * Makes a hook for code without which a screen works too. The hook fetches it once it is wanted, and returns
 * null until it has arrived.
 */
export function optionalCode<Module extends object>(load: () => Promise<Module>) {
  let loaded: Module | null = null;
  return function useOptionalCode(isWanted: boolean): Module | null {
    const [code, setCode] = useState(loaded);
    const isMissing = isWanted && code === null;
    useEffect(() => {
      if (!isMissing) return undefined;
      let isShown = true;
      loadCode(load).then(
        (module) => {
          loaded = module;
          if (isShown) setCode(module);
        },
        () => undefined,
      );
      return () => {
        isShown = false;
      };
    }, [isMissing]);
    return code;
  };
}
