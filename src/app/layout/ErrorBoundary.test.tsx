import { afterEach, beforeEach, expect, it, jest } from "@jest/globals";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { ErrorBoundary } from "./ErrorBoundary.tsx";

// React logs errors that a boundary caught. This test causes them on purpose.
beforeEach(() => void jest.spyOn(console, "error").mockImplementation(() => undefined));
afterEach(() => void jest.restoreAllMocks());

let failure: Error | null = null;

function Screen() {
  if (failure) throw failure;
  return <p>The screen</p>;
}

function boundary(key: string) {
  return (
    <MemoryRouter>
      <ErrorBoundary resetKey={key}>
        <Screen />
      </ErrorBoundary>
    </MemoryRouter>
  );
}

it("the button Try again and a navigation show a screen that renders without an error", async () => {
  failure = new Error("broken");
  const { rerender } = render(boundary("/tasks"));
  expect(screen.getByRole("alert")).toHaveTextContent("Something went wrong");
  const home = screen.getByRole("link", { name: "Go to dashboard" });
  expect(home).toHaveAttribute("href", "/dashboard");
  failure = null;
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  expect(screen.getByText("The screen")).toBeVisible();
  failure = new Error("broken");
  rerender(boundary("/tasks"));
  expect(screen.getByRole("alert")).toBeVisible();
  failure = null;
  rerender(boundary("/kanban"));
  expect(screen.getByText("The screen")).toBeVisible();
});
