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
  "a toast (%s) closes by itself after 3000 ms",
  async (kind) => {
    render(<Toaster />);
    act(() => {
      if (kind === "blank") toast("Changes discarded");
      else toast[kind]("Changes discarded");
    });
    await act(async () => await jest.advanceTimersByTimeAsync(2_900));
    expect(screen.getByText("Changes discarded")).toBeVisible();
    await act(async () => await jest.advanceTimersByTimeAsync(100));
    // The 200 ms of its leaving.
    await act(async () => await jest.advanceTimersByTimeAsync(200));
    expect(screen.queryByText("Changes discarded")).toBeNull();
  },
);
