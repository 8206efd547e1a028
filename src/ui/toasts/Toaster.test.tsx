import { afterEach, expect, it } from "@jest/globals";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { toast } from "react-hot-toast/headless";
import { Dialog } from "#ui/dialog/Dialog.tsx";
import { ErrorState } from "#ui/page/ErrorState.tsx";
import { Toaster } from "./Toaster.tsx";
import { ToastText } from "./ToastText.tsx";
import { toastSuccess } from "./toastSuccess.tsx";

afterEach(() => act(() => toast.removeAll()));

function say(what: () => unknown) {
  act(() => void what());
}

it("announces successes politely, and errors assertively", async () => {
  render(<Toaster />);
  say(() => toast.success(<ToastText text="Task moved to Done" action="Undo" />));
  say(() => toast.error("Failed to load tasks"));
  const success = await screen.findByText("Task moved to Done");
  expect(success.closest("[aria-live]")).toHaveAttribute("aria-live", "polite");
  // The button is not announced.
  expect(screen.getByText("Undo")).toHaveAttribute("aria-live", "off");
  const alert = screen.getByRole("alert");
  expect(alert).toHaveTextContent("Failed to load tasks");
  // Orca announces an alert only if it is the element that appears.
  expect(alert).toHaveAttribute("data-toast");
  // In a live region a screen reader would announce it twice.
  expect(alert.parentElement?.closest("[aria-live], [role='status'], [role='log']")).toBeNull();
});

it("does not announce an error that an alert of the page has announced", async () => {
  render(
    <>
      <main>
        <ErrorState title="Failed to load tasks" text="Try again in a moment." />
      </main>
      <Toaster />
    </>,
  );
  say(() => toast.error("Failed to load tasks"));
  await waitFor(() => expect(screen.getAllByText("Failed to load tasks")).toHaveLength(2));
  expect(screen.getAllByRole("alert")).toHaveLength(1);
});

it("gives the focus back when the focused toast closes", async () => {
  render(
    <>
      <button type="button">Save</button>
      <Toaster />
    </>,
  );
  const save = screen.getByRole("button", { name: "Save" });
  act(() => save.focus());
  say(() => toast("Changes discarded"));
  await screen.findByText("Changes discarded");
  act(() => screen.getByRole("button", { name: "Dismiss" }).focus());
  act(() => screen.getByRole("button", { name: "Dismiss" }).click());
  await waitFor(() => expect(screen.queryByText("Changes discarded")).toBeNull());
  expect(save).toHaveFocus();
});

it("moves into the open dialog, and out again after it closes", async () => {
  const { rerender } = render(<Toaster />);
  say(() => toast.error("Failed to save task"));
  rerender(
    <>
      <Toaster />
      <Dialog title="Edit Task" onClose={() => undefined} />
    </>,
  );
  const dialog = screen.getByRole("dialog", { name: "Edit Task" });
  expect(await within(dialog).findByText("Failed to save task")).toBeVisible();
  rerender(<Toaster />);
  expect(await screen.findByText("Failed to save task")).toBeVisible();
});

it("shows markup as plain text", async () => {
  render(<Toaster />);
  const texts = [
    'Failed to update task status: "<img src=x onerror=alert(1)>"',
    "</p><script>alert(2)</script>",
    "[here](javascript:alert(3))",
    "&lt;b&gt;",
  ];
  say(() => texts.map((text) => toast.error(text)).join());
  for (const text of texts) expect(await screen.findByText(text)).toBeVisible();
  expect(document.querySelector("img, script, a")).toBeNull();
});

it("folds all but the newest toast and a few errors, and unfolds them while one has the focus", async () => {
  render(<Toaster />);
  say(() => toast.success("User deleted"));
  say(() => ["a: wrong", "b: wrong"].map((text) => toast.error(text)).join());
  say(() => toast.success("User role updated"));
  await screen.findByText("User role updated");
  const card = (text: string) => screen.getByText(text).closest("[data-toast]");
  expect(card("User role updated")).not.toHaveClass("folded");
  expect(card("a: wrong")).not.toHaveClass("folded");
  expect(card("b: wrong")).not.toHaveClass("folded");
  expect(card("User deleted")).toHaveClass("folded");
  const region = screen.getByRole("region", { name: "Notifications" });
  expect(region).not.toHaveClass("unfolded");
  act(() => screen.getAllByRole("button", { name: "Dismiss" }).at(-1)?.focus());
  expect(region).toHaveClass("unfolded");
});

it("unfolds by a finger's tap, until a tap beside it", async () => {
  render(
    <>
      <button type="button">Save</button>
      <Toaster />
    </>,
  );
  say(() => toast.error("a: wrong"));
  const text = await screen.findByText("a: wrong");
  const region = screen.getByRole("region", { name: "Notifications" });
  const tap = (target: Element) => userEvent.pointer({ keys: "[TouchA]", target });
  await tap(text);
  expect(region).toHaveClass("unfolded");
  await tap(screen.getByRole("button", { name: "Save" }));
  expect(region).not.toHaveClass("unfolded");
});

it("shows how often an equal text was said, in one toast", async () => {
  render(<Toaster />);
  say(() => toastSuccess("User role updated"));
  say(() => toastSuccess("User role updated"));
  await screen.findByText("User role updated ×2");
  await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  say(() => toastSuccess("User role updated"));
  expect(await screen.findByText("User role updated")).toBeVisible();
});
