/** @jest-environment jsdom */
// jsdom's own AbortController, because its event targets accept no other signals.
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { fireEvent, renderHook } from "@testing-library/react";
import type { SensorAPI } from "react-beautiful-dnd";
import { sensors } from "./sensors.ts";

const [pointer, touch] = sensors;

/** A board with one card under the pointer; `lifts` counts the drags that began. */
function makeCard() {
  const drag = { move: jest.fn(), drop: jest.fn(), cancel: jest.fn(), isActive: () => true };
  const fluidLift = jest.fn(() => drag);
  const api = {
    findClosestDraggableId: () => "card",
    canGetLock: () => true,
    tryGetLock: () => ({ fluidLift }),
  } as unknown as SensorAPI;
  return { api, fluidLift, drag };
}

function start(sensor: typeof pointer) {
  const card = makeCard();
  renderHook(() => sensor?.(card.api));
  return card;
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe("dragging with a mouse or pen", () => {
  const press = (
    type: "down" | "move",
    clientX: number,
    clientY = 0,
    init: MouseEventInit = {},
  ) => {
    // jsdom's pointer events have no buttons.
    const at = { bubbles: true, buttons: 1, clientX, clientY };
    const event = new MouseEvent(`pointer${type}`, { ...at, ...init });
    Object.assign(event, { pointerType: "mouse", pointerId: 1, isPrimary: true });
    document.body.dispatchEvent(event);
  };

  it.each([
    [7.9, 0, 0],
    [5, 6, 0],
    [8, 0, 1],
    [0, -8, 1],
    [6, 6, 1],
  ])("a movement by (%d, %d) px starts %d drags: the threshold is 8 px", (x, y, drags) => {
    const { fluidLift } = start(pointer);
    press("down", 0);
    press("move", x, y);
    expect(fluidLift).toHaveBeenCalledTimes(drags);
  });

  it.each<[string, MouseEventInit]>([
    ["the right button", { button: 2 }],
    ["the middle button", { button: 1 }],
    ["Ctrl", { ctrlKey: true }],
    ["Shift", { shiftKey: true }],
  ])("a press with %s starts no drag, because it has another meaning", (_name, init) => {
    const { fluidLift } = start(pointer);
    press("down", 0, 0, init);
    press("move", 50);
    expect(fluidLift).not.toHaveBeenCalled();
  });
});

describe("dragging with a finger", () => {
  const touches = (type: "Start" | "Move" | "End", clientX: number) =>
    fireEvent[`touch${type}`](document.body, {
      touches: [{ clientX, clientY: 0, target: document.body }],
    });

  it.each([
    [199, 0],
    [200, 1],
  ])("a touch held for %d ms starts %d drags: the delay is 200 ms", (ms, drags) => {
    const { fluidLift } = start(touch);
    touches("Start", 0);
    jest.advanceTimersByTime(ms);
    expect(fluidLift).toHaveBeenCalledTimes(drags);
  });

  it.each([
    [7, 1],
    [8, 0],
  ])(
    "a touch that moves by %d px during the delay starts %d drags: the tolerance is 8 px",
    (px, drags) => {
      const { fluidLift } = start(touch);
      touches("Start", 0);
      jest.advanceTimersByTime(100);
      touches("Move", px);
      jest.advanceTimersByTime(1_000);
      expect(fluidLift).toHaveBeenCalledTimes(drags);
    },
  );

  it("a touch that ends before the delay starts no drag", () => {
    const { fluidLift } = start(touch);
    touches("Start", 0);
    jest.advanceTimersByTime(150);
    touches("End", 0);
    jest.advanceTimersByTime(1_000);
    expect(fluidLift).not.toHaveBeenCalled();
  });
});
