import { expect, it, jest } from "@jest/globals";
import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { loadMenus } from "./LazyMenuPopup.tsx";
import { Menu } from "./Menu.tsx";

function setUp() {
  const onSelect = jest.fn();
  const onOutside = jest.fn();
  render(
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- stands for a dialog around
    <div onKeyDown={onOutside}>
      <Menu
        label="Move to…"
        icon="…"
        items={[
          { label: "To Do", checked: true, onSelect: () => onSelect("To Do") },
          { label: "In Progress", checked: false, onSelect: () => onSelect("In Progress") },
          { label: "Done", checked: false, onSelect: () => onSelect("Done") },
        ]}
      />
      <button type="button">Elsewhere</button>
    </div>,
  );
  return { onSelect, onOutside, button: screen.getByRole("button", { name: "Move to…" }) };
}

const item = (name: string) => screen.getByRole("menuitemradio", { name });

it("moves by arrows, Home, End and letters, and chooses with Enter", async () => {
  const { button, onSelect } = setUp();
  button.focus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  expect(item("In Progress")).toHaveFocus();
  await userEvent.keyboard("{End}");
  expect(item("Done")).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  expect(item("To Do")).toHaveFocus();
  await userEvent.keyboard("{ArrowUp}");
  expect(item("Done")).toHaveFocus();
  await userEvent.keyboard("{Home}i");
  expect(item("In Progress")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(onSelect).toHaveBeenCalledWith("In Progress");
  expect(screen.queryByRole("menu")).toBeNull();
  expect(button).toHaveFocus();
  // It opens at the last item.
  await userEvent.keyboard("{ArrowUp}");
  expect(item("Done")).toHaveFocus();
});

it.each([
  ["Escape", (button: HTMLElement) => fireEvent.keyDown(button, { key: "Escape" })],
  ["focus elsewhere", () => act(() => screen.getByRole("button", { name: "Elsewhere" }).focus())],
])("does not appear after %s, if its code was still loading", async (_what, leave) => {
  const { button } = setUp();
  button.focus();
  fireEvent.click(button);
  leave(button);
  const focused = document.activeElement;
  await act(async () => void (await loadMenus()));
  expect(screen.queryByRole("menu")).toBeNull();
  expect(button).toHaveAttribute("aria-expanded", "false");
  expect(focused).toHaveFocus();
});

it("opens on a press with a name at the current choice, and closes on Escape, which restores the focus, on a press elsewhere, and on Tab", async () => {
  const { button, onOutside } = setUp();
  expect(button).toHaveAttribute("aria-expanded", "false");
  await userEvent.click(button);
  expect(button).toHaveAttribute("aria-expanded", "true");
  expect(screen.getByRole("menu", { name: "Move to…" })).toBeVisible();
  expect(item("To Do")).toBeChecked();
  expect(item("To Do")).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("menu")).toBeNull();
  expect(button).toHaveFocus();
  // A dialog around it stays open.
  expect(onOutside).not.toHaveBeenCalled();
  await userEvent.click(button);
  await userEvent.click(screen.getByRole("button", { name: "Elsewhere" }));
  expect(screen.queryByRole("menu")).toBeNull();
  await userEvent.click(button);
  await userEvent.tab();
  expect(screen.queryByRole("menu")).toBeNull();
});
