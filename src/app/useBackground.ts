import { useContext, useMemo, useState } from "react";
import { UNSAFE_LocationContext as LocationContext, NavigationType } from "react-router-dom";
import { type Background, backgroundIn } from "#lib/address/openedOver.ts";

const isSame = (one: Background, other: Background) =>
  one.pathname === other.pathname && one.search === other.search;

/**
 * The location of the page to render. While a task is open over a screen, it is that screen's
 * location. After a reload the task has the whole page, although the browser has kept the state of
 * the history entry.
 *
 * React Router's `<Routes location>` is not used, because it hides from the pages how the user came
 * there.
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
