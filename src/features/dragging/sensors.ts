import { useEffect } from "react";
import {
  type FluidDragActions,
  type Sensor,
  type SensorAPI,
  useKeyboardSensor,
} from "react-beautiful-dnd";
import { DRAG_DISTANCE_PX, TOUCH_HOLD_MS, TOUCH_TOLERANCE_PX } from "#contract/board.ts";
import { createEdgeScroll } from "./edgeScroll.ts";

interface Point {
  x: number;
  y: number;
}

const hasMoved = (from: Point, to: Point, distance: number): boolean =>
  Math.hypot(from.x - to.x, from.y - to.y) >= distance;

/** The minimum distance of a dragged card's middle from the window's edge, wider than the page's margin. */
const EDGE_INSET_PX = 32;

/**
 * Keeps the middle of a dragged card inside the window. The library looks for the column under that
 * middle, not under the finger. On a phone, a card held at the edge to scroll the board would be
 * beyond the last column, and the drop would be ignored.
 */
function clampToWindow(event: Event, from: Point): (point: Point) => Point {
  const card = event.target instanceof Element ? event.target.closest("[data-card]") : null;
  if (!card) return (point) => point;
  const { left, width } = card.getBoundingClientRect();
  const offset = left + width / 2 - from.x;
  return ({ x, y }) => {
    const max = document.documentElement.clientWidth - EDGE_INSET_PX;
    const middle = Math.max(EDGE_INSET_PX, Math.min(x + offset, max));
    return { x: middle - offset, y };
  };
}

/** Moves a card with the pointer, and scrolls the board at the window's edges. */
function createTrack(event: Event, from: Point) {
  const clamp = clampToWindow(event, from);
  const edge = createEdgeScroll();
  return {
    move(drag: FluidDragActions, point: Point) {
      edge.follow(point.x);
      drag.move(clamp(point));
    },
    stop: edge.stop,
  };
}

const CAPTURE = { capture: true, passive: false } as const;

/** Swallows the click that follows the release of a button or finger. */
function blockNextClick(): void {
  const block = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("click", block, CAPTURE);
  // The browser fires that click in the same task as the release. Later clicks pass.
  setTimeout(() => window.removeEventListener("click", block, CAPTURE));
}

type Handlers = Record<string, (event: never) => void>;

/** Adds event listeners. Returns the function that removes them. */
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

/** Only the main button without modifier keys: Ctrl-click and middle click keep their meaning. */
const canStartDrag = (event: PointerEvent): boolean =>
  !event.defaultPrevented &&
  event.pointerType !== "touch" &&
  event.isPrimary &&
  event.button === 0 &&
  !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);

/** Mouse and pen: a drag begins after 8 px (§9). Escape puts the card back. */
function usePointerSensor(api: SensorAPI): void {
  useEffect(() => {
    let release: (() => void) | null = null;

    function start(event: PointerEvent) {
      if (release || !canStartDrag(event)) return;
      const cardId = api.findClosestDraggableId(event);
      if (!cardId || !api.canGetLock(cardId)) return;
      const { pointerId } = event;
      const from: Point = { x: event.clientX, y: event.clientY };
      const track = createTrack(event, from);
      let drag: FluidDragActions | null = null;

      function finish() {
        track.stop();
        release?.();
        release = null;
      }
      function cancel() {
        const dragged = drag;
        finish();
        if (!dragged) return;
        if (dragged.isActive()) dragged.cancel();
        // The button is still down, and its release must not open the card.
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
          // The button was released outside the window.
          if (move.buttons === 0) return cancel();
          const point = { x: move.clientX, y: move.clientY };
          if (!drag && hasMoved(from, point, DRAG_DISTANCE_PX)) {
            const lock = api.tryGetLock(cardId, finish, { sourceEvent: event });
            if (!lock) return finish();
            drag = lock.fluidLift(from);
          }
          if (drag) track.move(drag, point);
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
          // Escape is the only key that works during a drag.
          key.preventDefault();
          if (key.key === "Escape") {
            key.stopPropagation();
            cancel();
          }
        },
        // Otherwise a pen scrolls. Only `touchmove` can prevent that.
        touchmove: (move: TouchEvent) => drag && move.cancelable && move.preventDefault(),
        contextmenu: cancel,
        blur: (blurred: FocusEvent) => blurred.target === window && cancel(),
        resize: cancel,
        visibilitychange: cancel,
      });
    }

    window.addEventListener("pointerdown", start, CAPTURE);
    return () => {
      window.removeEventListener("pointerdown", start, CAPTURE);
      release?.();
    };
  }, [api]);
}

/** Touch: a drag begins after a hold of 200 ms within 8 px (§9). Anything else is a scroll or a tap. */
function useTouchHoldSensor(api: SensorAPI): void {
  useEffect(() => {
    let release: (() => void) | null = null;

    function start(event: TouchEvent) {
      const touch = event.touches[0];
      if (release || event.defaultPrevented || !touch || event.touches.length > 1) return;
      const cardId = api.findClosestDraggableId(event);
      if (!cardId || !api.canGetLock(cardId)) return;
      const from: Point = { x: touch.clientX, y: touch.clientY };
      const track = createTrack(event, from);
      let drag: FluidDragActions | null = null;

      function finish() {
        clearTimeout(hold);
        track.stop();
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
      // The library removes a lifted card from its list. Then its touches no longer bubble to the window.
      const stopTouch = listen(
        {
          touchmove: (move: TouchEvent) => {
            const now = move.touches[0];
            if (!now || move.touches.length > 1) return cancel();
            const point = { x: now.clientX, y: now.clientY };
            if (drag) {
              if (move.cancelable) move.preventDefault();
              track.move(drag, point);
            } else if (hasMoved(from, point, TOUCH_TOLERANCE_PX)) cancel();
          },
          touchend: (end: TouchEvent) => {
            const dragged = drag;
            finish();
            if (!dragged?.isActive()) return;
            // Prevents the click that would follow.
            end.preventDefault();
            dropWithNextFrame(dragged);
          },
          touchcancel: cancel,
        },
        touch.target,
      );
      const stopOther = listen({
        // A long press on a link opens the browser's menu, but here it drags.
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

/** The library's own keyboard sensor: Space lifts and drops, Escape cancels. */
export const sensors: Sensor[] = [usePointerSensor, useTouchHoldSensor, useKeyboardSensor];

/** Without keys, for a screen whose keys change tasks in another way. */
export const pointerSensors: Sensor[] = [usePointerSensor, useTouchHoldSensor];

/** The library applies a movement in the next frame. An earlier drop would miss its column. */
function dropWithNextFrame(drag: FluidDragActions): void {
  requestAnimationFrame(() => {
    if (drag.isActive()) drag.drop();
  });
}
