import { afterEach, beforeEach, expect, it, jest } from "@jest/globals";
import { act, render, screen } from "@testing-library/react";
import { toast } from "react-hot-toast/headless";
import { Toaster } from "./Toaster.tsx";

beforeEach(() => void jest.useFakeTimers());

afterEach(() => {
  act(() => toast.removeAll());
  jest.useRealTimers();
});

it.each(["success", "error", "blank"] as const)(
  "a toast (%s) closes after 3000 ms",
  async (kind) => {
    render(<Toaster />);
    act(() => {
      if (kind === "blank") toast("Changes discarded");
      else toast[kind]("Changes discarded");
    });
    await act(async () => await jest.advanceTimersByTimeAsync(2_900));
    expect(screen.getByText("Changes discarded")).toBeVisible();
    await act(async () => await jest.advanceTimersByTimeAsync(100));
    // The toast's exit takes 200 ms.
    await act(async () => await jest.advanceTimersByTimeAsync(200));
    expect(screen.queryByText("Changes discarded")).toBeNull();
  },
);

const pass = async (ms: number) => await act(async () => await jest.advanceTimersByTimeAsync(ms));

it("a focused toast stays open, and after it is dismissed later toasts close on time", async () => {
  render(<Toaster />);
  act(() => void toast("Changes discarded"));
  await pass(0);
  act(() => screen.getByRole("button", { name: "Dismiss" }).focus());
  await pass(10_000);
  expect(screen.getByText("Changes discarded")).toBeVisible();
  // The focused button is removed, and the browser sends no blur event for it.
  act(() => screen.getByRole("button", { name: "Dismiss" }).click());
  await pass(200);
  expect(screen.queryByText("Changes discarded")).toBeNull();
  act(() => void toast("Task moved to Done"));
  await pass(2_900);
  expect(screen.getByText("Task moved to Done")).toBeVisible();
  await pass(100);
  await pass(200);
  expect(screen.queryByText("Task moved to Done")).toBeNull();
});
