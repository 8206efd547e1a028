import { expect, it, jest } from "@jest/globals";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode, useState } from "react";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { Dialog } from "./Dialog.tsx";

function Example({ onClose }: { onClose?: (() => void) | undefined }) {
  const [open, setOpen] = useState(false);
  function close() {
    onClose?.();
    setOpen(false);
  }
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && (
        <Dialog title="Edit Task" onClose={close} footer={<button type="button">Save</button>}>
          <input aria-label="Title" />
        </Dialog>
      )}
    </>
  );
}

async function open(onClose?: () => void) {
  render(<Example onClose={onClose} />, { wrapper: StrictMode });
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  return screen.getByRole("dialog", { name: "Edit Task" });
}

it("focuses its first field, and restores the focus on close", async () => {
  await open();
  expect(screen.getByLabelText("Title")).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByRole("button", { name: "Open" })).toHaveFocus();
});

it("asks its parent once per Escape or close by the browser, and stays open if the parent refuses", async () => {
  const onClose = jest.fn();
  render(<Dialog title="Edit Task" onClose={onClose} />);
  const dialog = screen.getByRole<HTMLDialogElement>("dialog");
  await userEvent.keyboard("{Escape}{Escape}");
  expect(onClose).toHaveBeenCalledTimes(2);
  expect(dialog).toHaveAttribute("open");
  dialog.open = false;
  fireEvent(dialog, new Event("close"));
  expect(dialog).toHaveAttribute("open");
  expect(onClose).toHaveBeenCalledTimes(3);
});

it("closes by the button and a press on the backdrop, not by a press inside", async () => {
  const onClose = jest.fn();
  const dialog = await open(onClose);
  await userEvent.click(screen.getByLabelText("Title"));
  expect(onClose).not.toHaveBeenCalled();
  // The backdrop belongs to the dialog element itself; the panel covers the rest of it.
  await userEvent.click(dialog);
  expect(onClose).toHaveBeenCalledTimes(1);
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(onClose).toHaveBeenCalledTimes(2);
});

it("stays open if a text selection ends on the backdrop", async () => {
  const onClose = jest.fn();
  const dialog = await open(onClose);
  await userEvent.pointer([
    { keys: "[MouseLeft>]", target: screen.getByLabelText("Title") },
    { target: dialog },
    { keys: "[/MouseLeft]", target: dialog },
  ]);
  fireEvent.click(dialog);
  expect(onClose).not.toHaveBeenCalled();
});

it("focuses the page's heading if the opener is gone", async () => {
  function Row() {
    const [state, setState] = useState<"row" | "asking" | "deleted">("row");
    return (
      <main>
        <h1 tabIndex={-1}>Tasks</h1>
        {state !== "deleted" && (
          <button type="button" onClick={() => setState("asking")}>
            Delete row
          </button>
        )}
        {state === "asking" && (
          <ConfirmDialog
            title="Delete task"
            message="Sure?"
            confirmLabel="Delete"
            onConfirm={() => setState("deleted")}
            onCancel={() => setState("row")}
          />
        )}
      </main>
    );
  }
  render(<Row />);
  await userEvent.click(screen.getByRole("button", { name: "Delete row" }));
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(screen.getByRole("heading", { name: "Tasks" })).toHaveFocus();
});

function confirmDeletion(busy: boolean) {
  const answers = { onConfirm: jest.fn(), onCancel: jest.fn() };
  const question = { title: "Delete task", message: "Are you sure?", confirmLabel: "Delete" };
  render(<ConfirmDialog {...question} {...answers} danger busy={busy} />);
  return answers;
}

it("a confirmation focuses the harmless button", async () => {
  const { onConfirm, onCancel } = confirmDeletion(false);
  const dialog = screen.getByRole("alertdialog", { name: "Delete task" });
  expect(dialog).toHaveAccessibleDescription("Are you sure?");
  expect(screen.getByRole("button", { name: "Cancel" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(onCancel).toHaveBeenCalledTimes(1);
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

it("a confirmation cannot be closed while its action is in progress", async () => {
  const { onConfirm, onCancel } = confirmDeletion(true);
  await userEvent.keyboard("{Escape}");
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(onCancel).not.toHaveBeenCalled();
  expect(onConfirm).not.toHaveBeenCalled();
});

it("a page key scrolls its text, while a button has the focus", async () => {
  const dialog = await open();
  const scrollBy = jest.fn();
  Object.assign(HTMLElement.prototype, { scrollBy });
  screen.getByRole("button", { name: "Save" }).focus();
  await userEvent.keyboard("{PageDown}");
  expect(scrollBy).toHaveBeenCalledTimes(1);
  expect(dialog).toContainElement(scrollBy.mock.contexts[0] as HTMLElement);
  // In a field the browser does it.
  screen.getByLabelText("Title").focus();
  await userEvent.keyboard("{PageDown}");
  expect(scrollBy).toHaveBeenCalledTimes(1);
});
