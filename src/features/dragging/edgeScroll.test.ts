import { afterEach, beforeEach, expect, it, jest } from "@jest/globals";
import { createEdgeScroll } from "./edgeScroll.ts";

const WIDTH = 390;
const COLUMN = 320;
const EDGE = WIDTH - 5;

const scrollBy = jest.fn<(options: ScrollToOptions) => void>();
let scrolled = 0;

beforeEach(() => {
  jest.useFakeTimers();
  scrolled = 0;
  scrollBy.mockReset();
  scrollBy.mockImplementation(({ left = 0 }) => {
    scrolled += left;
  });
  Object.assign(window, { scrollBy, matchMedia: () => ({ matches: true }) });
  jest.spyOn(document.documentElement, "clientWidth", "get").mockReturnValue(WIDTH);
  document.body.innerHTML = "<i data-rfd-droppable-id></i>".repeat(3);
  for (const [index, column] of [...document.querySelectorAll("i")].entries()) {
    const left = () => index * COLUMN - scrolled;
    column.getBoundingClientRect = () => new DOMRect(left(), 0, COLUMN, 500);
  }
});

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** The column in the window's middle. */
const shown = () => Math.round((scrolled + WIDTH / 2 - COLUMN / 2) / COLUMN);

it("rests on each column while the pointer stays at the edge", () => {
  const edge = createEdgeScroll();
  edge.follow(EDGE);
  expect(shown()).toBe(0);
  jest.advanceTimersByTime(200);
  expect(shown()).toBe(1);
  edge.follow(EDGE - 1);
  jest.advanceTimersByTime(999);
  expect(shown()).toBe(1);
  jest.advanceTimersByTime(1);
  expect(shown()).toBe(2);
  jest.advanceTimersByTime(5_000);
  expect(shown()).toBe(2);
});

it("does not scroll for a pointer that passes the edge, nor after a drop", () => {
  const edge = createEdgeScroll();
  edge.follow(EDGE);
  jest.advanceTimersByTime(100);
  edge.follow(WIDTH / 2);
  jest.advanceTimersByTime(5_000);
  edge.follow(EDGE);
  edge.stop();
  jest.advanceTimersByTime(5_000);
  expect(scrollBy).not.toHaveBeenCalled();
});

it("scrolls back column by column at the left edge", () => {
  scrolled = 2 * COLUMN;
  const edge = createEdgeScroll();
  edge.follow(5);
  jest.advanceTimersByTime(200);
  expect(shown()).toBe(1);
});
