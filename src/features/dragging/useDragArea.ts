import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { copyOf } from "#lib/events.ts";
import { whenUsed } from "#lib/whenIdle.ts";
import { type Liftable, SLOT } from "./slots.ts";

/** How a screen's cards or rows are dragged. */
export interface DragKind<Area> {
  /** Fetches the drag-and-drop code; null if that fails. */
  load: () => Promise<Area | null>;
  /** The elements of a card that lift it. */
  handles: string;
  liftableOf: (slot: HTMLElement) => Liftable;
  /** Whether Space lifts a card, and arrow keys move it. */
  hasKeys: boolean;
}

const NONE: readonly Liftable[] = [];

/** Events that can start a drag, or that show one is likely. They load the drag-and-drop code. */
const PRESSES = ["pointerdown", "touchstart", "keydown"] as const;
const INTENTS = ["pointerover", "focusin", ...PRESSES] as const;
/** Events that end a press, so that it no longer starts a drag. */
const RELEASES = ["pointerup", "pointercancel", "touchend", "touchcancel", "keydown"] as const;

const isKey = (event: Event): event is KeyboardEvent => event.type === "keydown";

/** The slot of the card that a press would lift. Space is the only key that lifts. */
function slotUnder(event: Event, handles: string): HTMLElement | null {
  if (isKey(event) && event.key !== " ") return null;
  const handle = event.target instanceof Element ? event.target.closest(handles) : null;
  return handle?.closest<HTMLElement>(SLOT) ?? null;
}

/**
 * Fetches the drag-and-drop code after the screen has rendered: when the user begins to use the
 * page, or as soon as the pointer or the focus reaches a card. The cards don't render again; the area
 * only gets the places of the cards that a press may lift.
 *
 * @param kind the same object at each call
 */
export function useDragArea<Area>(
  surface: RefObject<HTMLElement | null>,
  { load, handles, liftableOf, hasKeys }: DragKind<Area>,
  isDragging: boolean,
): {
  Area: Area | null;
  cards: readonly Liftable[];
} {
  const [Area, setArea] = useState<Area | null>(null);
  const [cards, setCards] = useState(NONE);
  const held = useRef<Event | null>(null);

  useEffect(() => {
    const element = surface.current;
    if (Area || !element) return undefined;
    let isWanted = true;
    async function start() {
      // If loading fails, users can still change tasks by menu. The next such event tries again.
      const loaded = await load();
      if (loaded && isWanted) setArea(() => loaded);
    }
    const stop = listen(element, INTENTS, () => void start());
    void whenUsed().then(() => (isWanted ? start() : undefined));
    return () => {
      isWanted = false;
      stop();
    };
  }, [Area, surface, load]);

  // After a drag the cards may leave the page, and the library would look for each of them.
  useEffect(() => (isDragging ? () => setCards(NONE) : undefined), [isDragging]);

  const handlePress = useEffectEvent((event: Event) => {
    if (isKey(event) && !hasKeys) return;
    const slot = slotUnder(event, handles);
    if (!slot || !surface.current?.contains(slot) || isDragging) return;
    held.current = event;
    // Otherwise the page would scroll.
    if (!Area && isKey(event)) event.preventDefault();
    // By keyboard a card moves past the others, so the area needs all of them; the pointer needs
    // only its own.
    const slots = isKey(event) ? surface.current.querySelectorAll<HTMLElement>(SLOT) : [slot];
    // Synchronously, because the sensors run next and lift only cards that the area knows.
    flushSync(() => setCards(Array.from(slots, liftableOf)));
  });

  useLayoutEffect(() => {
    const stopReleases = listen(window, RELEASES, () => {
      held.current = null;
    });
    const stopPresses = listen(window, PRESSES, (event) => handlePress(event));
    return () => {
      stopReleases();
      stopPresses();
    };
  }, []);

  // Dispatches a press again that began before the code had loaded.
  useEffect(() => {
    const event = held.current;
    if (!Area || !event) return;
    held.current = null;
    if (isKey(event) && document.activeElement !== event.target) return;
    queueMicrotask(() => event.target?.dispatchEvent(copyOf(event)));
  }, [Area]);

  return { Area, cards };
}

function listen(
  target: EventTarget,
  types: readonly string[],
  handle: (event: Event) => void,
): () => void {
  for (const type of types) target.addEventListener(type, handle, true);
  return () => {
    for (const type of types) target.removeEventListener(type, handle, true);
  };
}
