import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { placeBelow } from "./placeBelow.ts";

/** Places the panel below its button, and closes it when the user presses or goes elsewhere. */
export function usePopover(anchor: RefObject<HTMLElement | null>, onClose: () => void) {
  const ref = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const panel = ref.current;
    if (!panel || !anchor.current) return;
    panel.showPopover?.();
    placeBelow(panel, anchor.current);
    panel.querySelector<HTMLElement>("button")?.focus({ preventScroll: true });
  }, [anchor]);
  useEffect(() => {
    function handleOutside({ target }: Event) {
      const node = target as Node;
      if (!ref.current?.contains(node) && !anchor.current?.contains(node)) close();
    }
    function place() {
      if (ref.current && anchor.current) placeBelow(ref.current, anchor.current);
    }
    document.addEventListener("pointerdown", handleOutside, true);
    document.addEventListener("focusin", handleOutside);
    window.addEventListener("resize", place);
    return () => {
      document.removeEventListener("pointerdown", handleOutside, true);
      document.removeEventListener("focusin", handleOutside);
      window.removeEventListener("resize", place);
    };
  }, [anchor]);
  return ref;
}
