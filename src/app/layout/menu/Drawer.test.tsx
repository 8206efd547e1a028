import { expect, it, jest } from "@jest/globals";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useCallback, useState } from "react";
import { Drawer } from "./Drawer.tsx";

const visit = jest.fn((event: React.MouseEvent) => event.preventDefault());

function Example() {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Menu
      </button>
      {open && (
        <Drawer id="drawer" onClose={close}>
          <a href="/tasks" onClick={visit}>
            Tasks
          </a>
        </Drawer>
      )}
    </>
  );
}

it("closes with its button, which returns the focus, on a click outside, and on a link, which navigates", async () => {
  render(<Example />);
  await userEvent.click(screen.getByRole("button", { name: "Menu" }));
  const drawer = screen.getByRole("dialog", { name: "Menu" });
  await userEvent.click(screen.getByText("Taskdeck"));
  expect(drawer).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Close menu" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByRole("button", { name: "Menu" })).toHaveFocus();
  await userEvent.click(screen.getByRole("button", { name: "Menu" }));
  await userEvent.click(screen.getByRole("dialog", { name: "Menu" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Menu" }));
  await userEvent.click(screen.getByRole("link", { name: "Tasks" }));
  expect(visit).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole("dialog")).toBeNull();
});
