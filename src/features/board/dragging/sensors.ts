import { useEffect } from "react";
import {
  type FluidDragActions,
  type Sensor,
  type SensorAPI,
  useKeyboardSensor,
} from "react-beautiful-dnd";
import { DRAG_DISTANCE_PX, TOUCH_HOLD_MS, TOUCH_TOLERANCE_PX } from "#contract/board.ts";

interface Point {
  x: number;
  y: number;
}

const far = (a: Point, b: Point, distance: number): boolean =>
  Math.hypot(a.x - b.x, a.y - b.y) >= distance;

/** How far inside the window the middle of a held card stays, in px: more than the page's margin. */
const INSET = 32;

/**
 * Keeps the middle of a held card in the window's width. The library goes by that middle, not by
 * the finger: on a phone, a card held at the edge for the board to scroll would be beyond the last
 * column, and its drop there would count for nothing.
 */
function keptInside(event: Event, from: Point): (point: Point) => Point {
  const card = event.target instanceof Element ? event.target.closest("[data-card]") : null;
  if (!card) return (point) => point;
  const { left, width } = card.getBoundingClientRect();
  const offset = left + width / 2 - from.x;
  return ({ x, y }) => {
    const middle = Math.max(
      INSET,
      Math.min(x + offset, document.documentElement.clientWidth - INSET),
    );
    return { x: middle - offset, y };
  };
}

const CAPTURE = { capture: true, passive: false } as const;

/** Swallows the click that a released button or finger is about to make. */
function blockNextClick(): void {
  const block = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("click", block, CAPTURE);
  // The click comes in the task of the release, so the next one is free again.
  setTimeout(() => window.removeEventListener("click", block, CAPTURE));
}

type Handlers = Record<string, (event: never) => void>;

/** Listens on window, or on what is given, until the returned function is called. */
function listen(handlers: Handlers, target: EventTarget = window): () => void {
  const controller = new AbortController();
  for (const [type, handler] of Object.entries(handlers)) {
    target.addEventListener(type, handler as (event: Event) => void, {
      ...CAPTURE,
      signal: controller.signal,
    });
  }
  return () => controller.abort();
}

/**
 * Mouse and pen: a drag begins after 8 px (§9). Only the main button without modifier keys, so that
 * Ctrl-click, middle click and the context menu keep their meaning. Escape puts the card back.
 */
function usePointerSensor(api: SensorAPI): void {
  useEffect(() => {
    let release: (() => void) | null = null;

    function start(event: PointerEvent) {
      if (release || event.defaultPrevented || event.pointerType === "touch") return;
      if (event.button !== 0 || !event.isPrimary) return;
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      const cardId = api.findClosestDraggableId(event);
      if (!cardId || !api.canGetLock(cardId)) return;
      const { pointerId } = event;
      const from: Point = { x: event.clientX, y: event.clientY };
      const inside = keptInside(event, from);
      let drag: FluidDragActions | null = null;

      function finish() {
        release?.();
        release = null;
      }
      function cancel() {
        const dragged = drag;
        finish();
        if (!dragged) return;
        if (dragged.isActive()) dragged.cancel();
        // The button is still down: letting go must not open the card.
        const stop = listen({
          pointerup: () => {
            stop();
            blockNextClick();
          },
          pointercancel: () => stop(),
        });
      }
      release = listen({
        pointermove: (move: PointerEvent) => {
          if (move.pointerId !== pointerId) return;
          // Released where we could not see it, outside the window.
          if (move.buttons === 0) return cancel();
          const point = { x: move.clientX, y: move.clientY };
          if (!drag && far(from, point, DRAG_DISTANCE_PX)) {
            const lock = api.tryGetLock(cardId, finish, { sourceEvent: event });
            if (!lock) return finish();
            drag = lock.fluidLift(from);
          }
          drag?.move(inside(point));
        },
        pointerup: (up: PointerEvent) => {
          if (up.pointerId !== pointerId) return;
          const dragged = drag;
          finish();
          if (!dragged?.isActive()) return;
          blockNextClick();
          dropWithNextFrame(dragged);
        },
        pointercancel: cancel,
        keydown: (key: KeyboardEvent) => {
          if (!drag) return cancel();
          // No key means anything while a card is held, but Escape.
          key.preventDefault();
          if (key.key === "Escape") {
            key.stopPropagation();
            cancel();
          }
        },
        // A pen would scroll instead; `touchmove` is the only place to keep it from that.
        touchmove: (move: TouchEvent) => drag && move.cancelable && move.preventDefault(),
        contextmenu: cancel,
        blur: cancelOutside,
        resize: cancel,
        visibilitychange: cancel,
      });
      function cancelOutside(blurred: FocusEvent) {
        if (blurred.target === window) cancel();
      }
    }

    window.addEventListener("pointerdown", start, CAPTURE);
    return () => {
      window.removeEventListener("pointerdown", start, CAPTURE);
      release?.();
    };
  }, [api]);
}

/** Touch: a drag begins after a hold of 200 ms that stays within 8 px (§9); all else is a scroll or a tap. */
function useTouchHoldSensor(api: SensorAPI): void {
  useEffect(() => {
    let release: (() => void) | null = null;

    function start(event: TouchEvent) {
      const touch = event.touches[0];
      if (release || event.defaultPrevented || !touch || event.touches.length > 1) return;
      const cardId = api.findClosestDraggableId(event);
      if (!cardId || !api.canGetLock(cardId)) return;
      const from: Point = { x: touch.clientX, y: touch.clientY };
      const inside = keptInside(event, from);
      let drag: FluidDragActions | null = null;

      function finish() {
        clearTimeout(hold);
        release?.();
        release = null;
      }
      function cancel() {
        const dragged = drag;
        finish();
        if (dragged?.isActive()) dragged.cancel();
      }
      const hold = setTimeout(() => {
        const lock = api.tryGetLock(cardId, finish, { sourceEvent: event });
        if (!lock) return finish();
        drag = lock.fluidLift(from);
        navigator.vibrate?.(10);
      }, TOUCH_HOLD_MS);
      // A lifted card leaves its list, and then its touches no longer bubble up to the window.
      const stopTouch = listen(
        {
          touchmove: (move: TouchEvent) => {
            const now = move.touches[0];
            if (!now || move.touches.length > 1) return cancel();
            const point = { x: now.clientX, y: now.clientY };
            if (drag) {
              if (move.cancelable) move.preventDefault();
              drag.move(inside(point));
            } else if (far(from, point, TOUCH_TOLERANCE_PX)) cancel();
          },
          touchend: (end: TouchEvent) => {
            const dragged = drag;
            finish();
            if (!dragged?.isActive()) return;
            // No click follows a touch whose end was prevented.
            end.preventDefault();
            dropWithNextFrame(dragged);
          },
          touchcancel: cancel,
        },
        touch.target,
      );
      const stopOther = listen({
        // The long press of a link opens the browser's menu; ours is a drag by then.
        contextmenu: (menu: Event) => drag && menu.preventDefault(),
        scroll: () => !drag && cancel(),
        keydown: cancel,
        resize: () => !drag && cancel(),
        visibilitychange: cancel,
      });
      release = () => {
        stopTouch();
        stopOther();
      };
    }

    window.addEventListener("touchstart", start, CAPTURE);
    return () => {
      window.removeEventListener("touchstart", start, CAPTURE);
      release?.();
    };
  }, [api]);
}

/** The ways to lift a card. The keyboard's is the library's: Space lifts and drops, Escape cancels. */
export const sensors: Sensor[] = [usePointerSensor, useTouchHoldSensor, useKeyboardSensor];
/** The library takes in a movement with the next frame: a drop before it would not know where. */
function dropWithNextFrame(drag: FluidDragActions): void {
  requestAnimationFrame(() => {
    if (drag.isActive()) drag.drop();
  });
}
