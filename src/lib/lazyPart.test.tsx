import { afterEach, beforeEach, expect, it, jest } from "@jest/globals";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentType, Suspense, useState } from "react";
import { Link, MemoryRouter, Route, Routes, useLocation } from "react-router-dom";
import { ErrorBoundary } from "#app/layout/ErrorBoundary.tsx";
import { lazyPart, RetryKey } from "./lazyPart.tsx";

// React logs errors that a boundary caught. This test causes them on purpose.
beforeEach(() => void jest.spyOn(console, "error").mockImplementation(() => undefined));
afterEach(() => void jest.restoreAllMocks());

function App({ page: Page }: { page: ComponentType }) {
  const { pathname } = useLocation();
  return (
    <>
      <Link to="/">Home</Link>
      <Link to="/page">Page</Link>
      <ErrorBoundary resetKey={pathname}>
        <Suspense fallback={<p>Loading</p>}>
          <Routes>
            <Route path="/" element={<p>At home</p>} />
            <Route path="/page" element={<Page />} />
          </Routes>
        </Suspense>
      </ErrorBoundary>
    </>
  );
}

/** The page, with a button that changes the retry key. */
function RetryButtonPage({ page: Page }: { page: ComponentType }) {
  const [chance, setChance] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setChance(chance + 1)}>
        Back online
      </button>
      <ErrorBoundary resetKey={String(chance)}>
        <RetryKey value={chance}>
          <Suspense fallback={<p>Loading</p>}>
            <Page />
          </Suspense>
        </RetryKey>
      </ErrorBoundary>
    </>
  );
}

const gone = Object.assign(new Error("Loading chunk 7 failed"), { name: "ChunkLoadError" });
const page = { default: () => <p>The page</p> };
const loader = () => jest.fn<() => Promise<{ default: ComponentType }>>();

it("retries to load the code of a page, and loads it again on the next visit after a failure", async () => {
  const load = loader().mockRejectedValue(gone);
  render(
    <MemoryRouter>
      <App page={lazyPart(load, 1)} />
    </MemoryRouter>,
  );

  await userEvent.click(screen.getByRole("link", { name: "Page" }));
  expect(await screen.findByRole("button", { name: "Reload" })).toBeVisible();
  expect(load).toHaveBeenCalledTimes(4);

  await userEvent.click(screen.getByRole("link", { name: "Home" }));
  expect(screen.getByText("At home")).toBeVisible();
  load.mockResolvedValue(page);
  await userEvent.click(screen.getByRole("link", { name: "Page" }));
  expect(await screen.findByText("The page")).toBeVisible();
  expect(load).toHaveBeenCalledTimes(5);

  await userEvent.click(screen.getByRole("link", { name: "Home" }));
  await userEvent.click(screen.getByRole("link", { name: "Page" }));
  expect(screen.getByText("The page")).toBeVisible();
  expect(load).toHaveBeenCalledTimes(5);
});

it("loads the code again on the same page when the retry key changes", async () => {
  const load = loader().mockRejectedValue(gone);
  render(
    <MemoryRouter>
      <RetryButtonPage page={lazyPart(load, 1)} />
    </MemoryRouter>,
  );
  expect(await screen.findByRole("button", { name: "Reload" })).toBeVisible();
  load.mockResolvedValue(page);
  await userEvent.click(screen.getByRole("button", { name: "Back online" }));
  expect(await screen.findByText("The page")).toBeVisible();
});

it("shows a page whose code is loaded without the fallback", async () => {
  const Page = lazyPart(loader().mockResolvedValue(page));
  await Page.preload();
  render(
    <MemoryRouter initialEntries={["/page"]}>
      <App page={Page} />
    </MemoryRouter>,
  );
  expect(screen.getByText("The page")).toBeVisible();
});

it("loads the code when the page is shown although preloading failed", async () => {
  const load = loader().mockRejectedValueOnce(gone).mockResolvedValue(page);
  const Page = lazyPart(load);
  await expect(Page.preload()).rejects.toBe(gone);
  render(
    <MemoryRouter initialEntries={["/page"]}>
      <App page={Page} />
    </MemoryRouter>,
  );
  expect(await screen.findByText("The page")).toBeVisible();
});
