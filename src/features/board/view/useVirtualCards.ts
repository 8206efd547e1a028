import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
  useState,
} from "react";
import type { TaskSummary } from "#contract/shapes/task.ts";
import { loadVirtualCards, virtualCards } from "#features/board/cards/loadVirtualCards.ts";
import type { CardVirtualizer } from "#features/board/cards/virtualCards.ts";
import { whenUsed } from "#lib/whenIdle.ts";

/**
 * The virtualizer of a column, which renders only the visible cards of a long list. Null until its
 * code has loaded, when the user begins to use the page. It keeps the elements that are in the document then.
 */
export function useVirtualCards(
  cards: readonly TaskSummary[],
  element: RefObject<HTMLElement | null>,
  focused: number | null,
): CardVirtualizer | null {
  const [, render] = useReducer((count: number) => count + 1, 0);
  const inputs = { cards, element, focused, onChange: render };
  const [list, setList] = useState(() => virtualCards()?.createVirtualizer(inputs) ?? null);

  const takeOver = useEffectEvent(() => setList(virtualCards()?.createVirtualizer(inputs) ?? null));
  useEffect(() => {
    if (list) return undefined;
    let isMounted = true;
    void whenUsed()
      .then(loadVirtualCards)
      .then(() => (isMounted ? takeOver() : undefined));
    return () => {
      isMounted = false;
    };
  }, [list]);

  const options = virtualCards()?.optionsOf(inputs);
  if (options) list?.setOptions(options);
  // TanStack Virtual's own React hook calls these two methods (since 3.0, as of 3.19). It has no public
  // way, and the hook's code can't load later than the list.
  useLayoutEffect(() => list?._didMount(), [list]);
  useLayoutEffect(() => list?._willUpdate());
  return list;
}
