import { useContext, useMemo, useState } from "react";
import { UNSAFE_LocationContext as LocationContext, NavigationType } from "react-router-dom";
import { type Background, backgroundIn } from "#lib/openedOver.ts";

const isSame = (one: Background, other: Background) =>
  one.pathname === other.pathname && one.search === other.search;

/**
 * The location that the routes show: that of the screen behind, while a task is open over it. After a
 * reload the task has the whole page, although the browser has kept the state of the history entry.
 *
 * React Router's own `<Routes location>` would hide how the user came to every page.
 */
export function useBackground() {
  const real = useContext(LocationContext);
  const { key, state } = real.location;
  const [firstKey] = useState(key);
  const [under, setUnder] = useState(real);
  const background = key === firstKey ? null : backgroundIn(state);
  if (!background && under !== real) setUnder(real);
  const restored = useMemo(() => {
    if (!background) return real;
    const location = { ...background, key, state: null, hash: "" };
    return { location, navigationType: NavigationType.Pop };
  }, [real, background, key]);
  // The same object while the task is open, so that the screen behind doesn't render.
  const shown = background && isSame(under.location, background) ? under : restored;
  return { shown, path: real.location.pathname, isOver: background !== null };
}
