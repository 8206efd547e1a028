import { afterEach, expect, it, jest } from "@jest/globals";
import { act, render, screen } from "@testing-library/react";
import { toast } from "react-hot-toast/headless";
import { Toaster } from "./Toaster.tsx";
import { toastNotLoaded } from "./toastNotLoaded.tsx";

const meta = document.createElement("meta");
meta.name = "build";
meta.content = "aaaa";
document.head.append(meta);

afterEach(() => {
  jest.restoreAllMocks();
  act(() => toast.remove());
});

const serve = (respond: () => Promise<Response>) =>
  jest.spyOn(globalThis, "fetch").mockImplementation(respond);
const page = (build: string) => async () => new Response(`<meta name="build" content="${build}">`);

it("offers the reload if the server has another build", async () => {
  serve(page("bbbb"));
  render(<Toaster />);
  await act(() => toastNotLoaded("The menu could not be loaded."));
  expect(screen.getByText(/A new version of Taskdeck is out/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Reload" })).toBeVisible();
});

it.each([
  ["the server has the page's build", page("aaaa")],
  ["the server can't be reached", () => Promise.reject(new TypeError("Failed to fetch"))],
])("suggests to check the connection if %s", async (_case, respond) => {
  serve(respond);
  render(<Toaster />);
  await act(() => toastNotLoaded("The menu could not be loaded."));
  expect(screen.getByText(/Check your connection, then try again/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Reload" })).toBeNull();
});
