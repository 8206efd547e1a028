import { beforeEach, expect, it, jest } from "@jest/globals";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect, useState } from "react";
import { Link, MemoryRouter, Route, Routes, useLocation } from "react-router-dom";
import { useRouteFocus } from "./useRouteFocus.ts";

const scrollTo = jest.fn();
let showLate = () => {};

beforeEach(() => {
  scrollTo.mockClear();
  window.scrollTo = scrollTo;
});

function LatePage() {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    showLate = () => setReady(true);
  }, []);
  return ready ? <h1>Late</h1> : <p>Loading…</p>;
}

function Example() {
  useRouteFocus(useLocation());
  return (
    <>
      <nav>
        <Link to="/">Home</Link>
        <Link to="/tasks">Tasks</Link>
        <Link to="/tasks?page=2">Page 2</Link>
        <Link to="/late">Late</Link>
        <Link to="/form">Form</Link>
      </nav>
      <main>
        <Routes>
          <Route path="/" element={<h1>Home page</h1>} />
          <Route path="/tasks" element={<h1>All Tasks</h1>} />
          <Route path="/late" element={<LatePage />} />
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- this page sets the focus */}
          <Route path="/form" element={<input aria-label="Email" autoFocus />} />
        </Routes>
      </main>
    </>
  );
}

async function go(...names: string[]) {
  render(
    <MemoryRouter>
      <Example />
    </MemoryRouter>,
  );
  for (const name of names) await userEvent.click(screen.getByRole("link", { name }));
}

it("focuses the heading after a navigation and scrolls to the top, but not on load or for a query string", async () => {
  await go();
  expect(document.body).toHaveFocus();
  await userEvent.click(screen.getByRole("link", { name: "Tasks" }));
  expect(screen.getByRole("heading", { name: "All Tasks" })).toHaveFocus();
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
  await userEvent.click(screen.getByRole("link", { name: "Page 2" }));
  expect(screen.getByRole("link", { name: "Page 2" })).toHaveFocus();
});

it("waits for a late heading", async () => {
  await go("Late");
  act(() => showLate());
  await waitFor(() => expect(screen.getByRole("heading", { name: "Late" })).toHaveFocus());
});

it("leaves a focus that the page has set", async () => {
  await go("Form");
  expect(screen.getByLabelText("Email")).toHaveFocus();
});
