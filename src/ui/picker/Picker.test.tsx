import { describe, expect, it, jest } from "@jest/globals";
import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { PickerOption } from "./findOptions.ts";
import { loadPicker } from "./LazyPicker.tsx";
import { PickerField } from "./PickerField.tsx";

const onPick = jest.fn<(label: string) => void>();
const onOutside = jest.fn();

const option = (label: string, more: Partial<PickerOption> = {}): PickerOption => ({
  key: label,
  label,
  // The initials are no part of the name.
  icon: <i aria-hidden="true">SO</i>,
  onSelect: () => onPick(label),
  ...more,
});

function setUp(options: readonly PickerOption[]) {
  onPick.mockClear();
  onOutside.mockClear();
  render(
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- stands for a dialog around
    <div onKeyDown={onOutside}>
      <PickerField label="Assignee" value="Nobody" options={() => [...options]} />
      <button type="button">Elsewhere</button>
    </div>,
  );
  return screen.getByRole("combobox", { name: "Assignee" });
}

const FEW = ["Mia Moss", "Sofia Adler", "Tim Stone", "Tom Moser", "Tom Zander"];
const few = () => [option("Me", { name: "Tomke Brandt" }), ...FEW.map((name) => option(name))];
const MANY = [...FEW, "José Ruiz", "Ann Tomlin", "Zoe"];
const many = () => [
  ...MANY.map((name) => option(name)),
  option("Kim Lee", { key: "1", note: "kim@north.example", address: "kim@north.example" }),
  option("Kim Lee", { key: "2", note: "kim@south.example", address: "kim@south.example" }),
  option("Lou", { address: "lou.moss@example.com" }),
];

/** The option that the keys are at. */
function current(): string | null | undefined {
  const holder = document.activeElement?.getAttribute("aria-activedescendant");
  return document.getElementById(holder ?? "")?.lastElementChild?.textContent;
}
const shown = () => screen.queryAllByRole("option").map((it) => it.textContent?.slice(2));

describe("a picker of few options", () => {
  it("moves by arrows, Home, End and the letters of a name, until a pause of a second", async () => {
    const now = jest.spyOn(performance, "now").mockReturnValue(1_000_000);
    try {
      setUp(few()).focus();
      await userEvent.keyboard("{ArrowDown}{ArrowDown}");
      expect(current()).toBe("Mia Moss");
      await userEvent.keyboard("{End}");
      expect(current()).toBe("Tom Zander");
      await userEvent.keyboard("{ArrowDown}");
      expect(current()).toBe("Me");
      await userEvent.keyboard("sof");
      expect(current()).toBe("Sofia Adler");
      now.mockReturnValue(1_001_001);
      await userEvent.keyboard("tom z");
      expect(current()).toBe("Tom Zander");
      now.mockReturnValue(1_003_000);
      await userEvent.keyboard("tomk");
      expect(current()).toBe("Me");
      now.mockReturnValue(1_005_000);
      await userEvent.keyboard("ttt");
      expect(current()).toBe("Tom Zander");
      expect(onPick).not.toHaveBeenCalled();
      now.mockReturnValue(1_007_000);
      await userEvent.keyboard(" ");
      expect(onPick).toHaveBeenCalledWith("Tom Zander");
    } finally {
      now.mockRestore();
    }
  });

  it("begins at the chosen option, which it marks, and is a dialog by its element", async () => {
    await userEvent.click(setUp([option("Low"), option("High", { checked: true })]));
    expect(screen.getByRole("option", { name: "High", selected: true })).toBeVisible();
    expect(screen.getByRole("listbox", { name: "Options" })).toHaveFocus();
    // Orca leaves focus mode for the role in Firefox.
    const picker = screen.getByRole("dialog", { name: "Assignee" });
    expect(picker).toBeInstanceOf(HTMLDialogElement);
    expect(picker).not.toHaveAttribute("role");
    await userEvent.keyboard("{Enter}");
    expect(onPick).toHaveBeenCalledWith("High");
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("a picker of eight options or more", () => {
  it("finds names by their beginning, their words and without accents, and addresses", async () => {
    const field = setUp(many());
    await userEvent.click(field);
    const search = screen.getByRole("combobox", { name: "Search" });
    await userEvent.type(search, "tom");
    expect(shown()).toEqual(["Tom Moser", "Tom Zander", "Ann Tomlin"]);
    await userEvent.clear(search);
    await userEvent.type(search, "jose");
    expect(shown()).toEqual(["José Ruiz"]);
    await userEvent.clear(search);
    await userEvent.type(search, "moss");
    expect(shown()).toEqual(["Mia Moss", "Loulou.moss@example.com"]);
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(onPick).toHaveBeenCalledWith("Lou");
    expect(field).toHaveFocus();
  });

  it("tells namesakes apart, and picks nothing that doesn't exist", async () => {
    await userEvent.click(setUp(many()));
    const search = screen.getByRole("combobox", { name: "Search" });
    await userEvent.type(search, "kim");
    expect(shown()).toEqual(["Kim Leekim@north.example", "Kim Leekim@south.example"]);
    await userEvent.type(search, "x{Enter}");
    expect(screen.getByText("Nothing matches")).toBeVisible();
    expect(onPick).not.toHaveBeenCalled();
    expect(screen.getByRole("dialog", { name: "Assignee" })).toBeVisible();
  });

  it("renders a few of thousands, and counts all", async () => {
    await userEvent.click(
      setUp(Array.from({ length: 9_057 }, (_none, index) => option(`Person ${index}`))),
    );
    const options = screen.getAllByRole("option");
    expect(options.length).toBeLessThan(30);
    expect(options[0]).toHaveAttribute("aria-setsize", "9057");
    await userEvent.keyboard("{ArrowUp}");
    expect(current()).toBe("Person 9056");
    await userEvent.keyboard("{PageUp}");
    expect(current()).toBe("Person 9049");
  });
});

describe("the field of a picker", () => {
  it("opens by a letter, which is the first of the search", async () => {
    await act(loadPicker);
    setUp(many()).focus();
    await userEvent.keyboard("zo");
    expect(screen.getByRole("combobox", { name: "Search" })).toHaveValue("zo");
    expect(screen.getByRole("listbox", { name: "Assignee" })).toBeVisible();
    expect(shown()).toEqual(["Zoe"]);
  });

  it("closes on Escape, which restores the focus, on a press elsewhere, and on Tab", async () => {
    const field = setUp(many());
    await userEvent.click(field);
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(field).toHaveFocus();
    // A dialog around it stays open.
    expect(onOutside).not.toHaveBeenCalled();
    await userEvent.click(field);
    await userEvent.click(screen.getByRole("button", { name: "Elsewhere" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    await userEvent.click(field);
    await userEvent.tab();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("does not appear after the focus has left, if its code was still loading", async () => {
    const field = setUp(few());
    field.focus();
    fireEvent.click(field);
    act(() => screen.getByRole("button", { name: "Elsewhere" }).focus());
    await act(async () => void (await loadPicker()));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(field).toHaveAttribute("aria-expanded", "false");
  });
});

it("scrolls to its value when its popover is open, because a hidden list doesn't scroll", async () => {
  const steps: string[] = [];
  const gaps = {
    showPopover: () => steps.push("open"),
    scrollTo: (_left: number, top: number) => steps.push(top > 0 ? "down" : "top"),
  };
  Object.assign(HTMLElement.prototype, gaps);
  try {
    const people = Array.from({ length: 50 }, (_none, index) =>
      option(`Person ${index}`, { checked: index === 40 }),
    );
    await userEvent.click(setUp(people));
    await screen.findByRole("option", { name: /Person 40$/ });
    expect(steps.slice(steps.indexOf("open"))).toContain("down");
  } finally {
    for (const name of Object.keys(gaps)) Reflect.deleteProperty(HTMLElement.prototype, name);
  }
});
