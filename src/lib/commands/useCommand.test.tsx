import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import type { CommandName } from "./commandKeys.ts";
import { listenForKeys, screenShown, useCommand } from "./useCommand.ts";

function Page({
  action,
  command = "search",
  inDialog = false,
}: {
  action: () => boolean | void;
  command?: CommandName;
  inDialog?: boolean;
}) {
  useCommand(command, action);
  return (
    <>
      <input aria-label="Text" />
      <input type="checkbox" aria-label="Tick" />
      <textarea aria-label="Long text" />
      <select aria-label="Choice" />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is editable */}
      <div contentEditable suppressContentEditableWarning tabIndex={0} aria-label="Editor" />
      <button type="button">Button</button>
      {inDialog && <dialog open />}
    </>
  );
}

function open(inDialog = false) {
  const action = jest.fn<() => void>();
  const view = render(<Page action={action} inDialog={inDialog} />);
  return { action, user: userEvent.setup(), ...view };
}

describe("a command's key", () => {
  it("works anywhere on the page, on a focused button or checkbox too", async () => {
    const { action, user } = open();
    await user.keyboard("/");
    expect(action).toHaveBeenCalledTimes(1);
    screen.getByRole("button").focus();
    // Some keyboards need Shift.
    await user.keyboard("{Shift>}/{/Shift}");
    expect(action).toHaveBeenCalledTimes(2);
    screen.getByRole("checkbox").focus();
    await user.keyboard("/");
    expect(action).toHaveBeenCalledTimes(3);
  });

  it.each(["Text", "Long text", "Choice", "Editor"])("types a letter in %s", async (label) => {
    const { action, user } = open();
    screen.getByLabelText(label).focus();
    await user.keyboard("/");
    expect(action).not.toHaveBeenCalled();
  });

  it.each(["Control", "Meta", "Alt"])("ignores combinations with %s", async (key) => {
    const { action, user } = open();
    await user.keyboard(`{${key}>}/{/${key}}`);
    expect(action).not.toHaveBeenCalled();
  });

  it("repeats while an arrow key is held, and leaves Shift with an arrow to others", async () => {
    const action = jest.fn<() => void>();
    render(<Page action={action} command="cardBelow" />);
    fireEvent.keyDown(document.body, { key: "ArrowDown" });
    fireEvent.keyDown(document.body, { key: "ArrowDown", repeat: true });
    fireEvent.keyDown(document.body, { key: "ArrowDown", shiftKey: true });
    expect(action).toHaveBeenCalledTimes(2);
  });

  it("does nothing while a dialog is open or while a key is held", async () => {
    const first = open(true);
    await first.user.keyboard("/");
    expect(first.action).not.toHaveBeenCalled();
    first.unmount();
    const second = open();
    fireEvent.keyDown(document.body, { key: "/", repeat: true });
    expect(second.action).not.toHaveBeenCalled();
  });

  describe("that is a letter", () => {
    it.each<[CommandName, KeyboardEventInit, calls: number]>([
      ["newTask", { key: "n" }, 1],
      // Caps Lock is on.
      ["newTask", { key: "N" }, 1],
      ["newTask", { key: "N", shiftKey: true }, 0],
      // Russian, Greek and Hebrew keyboards; on a French one the letter counts.
      ["newTask", { key: "т", code: "KeyN" }, 1],
      ["newTask", { key: "Ν", code: "KeyN" }, 1],
      ["select", { key: "ס", code: "KeyX" }, 1],
      ["cardAssignee", { key: "a", code: "KeyQ" }, 1],
      ["cardAssignee", { key: "q", code: "KeyA" }, 0],
      ["selectNext", { key: "J", shiftKey: true }, 1],
      ["selectNext", { key: "j", shiftKey: true }, 1],
      ["selectNext", { key: "О", code: "KeyJ", shiftKey: true }, 1],
      ["selectNext", { key: "j" }, 0],
    ])("calls %s by %j: %i", (command, init, calls) => {
      const action = jest.fn<() => void>();
      render(<Page command={command} action={action} />);
      fireEvent.keyDown(document.body, init);
      expect(action).toHaveBeenCalledTimes(calls);
    });

    it("is a part of a sequence on a keyboard without Latin letters, and is no command with AltGr", () => {
      const action = jest.fn<() => void>();
      render(<Page command="goBoard" action={action} />);
      fireEvent.keyDown(document.body, { key: "п", code: "KeyG" });
      fireEvent.keyDown(document.body, { key: "и", code: "KeyB" });
      expect(action).toHaveBeenCalledTimes(1);
      const assign = jest.fn<() => void>();
      render(<Page command="cardAssignee" action={assign} />);
      fireEvent.keyDown(document.body, { key: "ą", code: "KeyA", modifierAltGraph: true });
      expect(assign).not.toHaveBeenCalled();
    });
  });

  describe("with Ctrl or Cmd", () => {
    it.each<[KeyboardEventInit, calls: number]>([
      [{ key: "z", ctrlKey: true }, 1],
      [{ key: "z", metaKey: true }, 1],
      // Caps Lock is on; the keyboard has no Latin letters.
      [{ key: "Z", ctrlKey: true }, 1],
      [{ key: "я", code: "KeyZ", ctrlKey: true }, 1],
      [{ key: "z" }, 0],
      [{ key: "Z", ctrlKey: true, shiftKey: true }, 0],
      [{ key: "z", ctrlKey: true, altKey: true }, 0],
      [{ key: "z", ctrlKey: true, metaKey: true }, 0],
      // On a keyboard with another layout, the code KeyZ types another letter.
      [{ key: "y", code: "KeyZ", ctrlKey: true }, 0],
    ])("is called by %j: %i", (init, calls) => {
      const action = jest.fn<() => void>();
      render(<Page command="undo" action={action} />);
      fireEvent.keyDown(document.body, init);
      expect(action).toHaveBeenCalledTimes(calls);
    });
  });

  it("goes to the component that mounted last, until it unmounts", async () => {
    const { action, user } = open();
    const later = jest.fn<() => void>();
    const { unmount } = render(<Page action={later} />);
    await user.keyboard("/");
    expect(later).toHaveBeenCalledTimes(1);
    expect(action).not.toHaveBeenCalled();
    unmount();
    await user.keyboard("/");
    expect(later).toHaveBeenCalledTimes(1);
    expect(action).toHaveBeenCalledTimes(1);
  });

  it("is left to the browser if the action returns false", () => {
    render(<Page action={() => false} />);
    expect(fireEvent.keyDown(document.body, { key: "/" })).toBe(true);
  });

  describe("that is pressed before the command is bound", () => {
    beforeEach(() => {
      listenForKeys();
      // Forgets the keys of the tests before.
      fireEvent.pointerDown(document.body);
    });
    const press = (key: string, shiftKey = false) =>
      fireEvent.keyDown(document.activeElement ?? document.body, { key, shiftKey });
    /** The keys are pressed again after the event that bound their command. */
    const pressedAgain = () => act(() => new Promise((resolve) => void setTimeout(resolve)));
    async function bindLater(command: CommandName = "search") {
      const action = jest.fn<() => void>();
      render(<Page command={command} action={action} />);
      await pressedAgain();
      return action;
    }

    it("runs the command once, as soon as it is bound, and a sequence unless Ctrl was held; arrows are left to the browser", async () => {
      expect(press("ArrowDown")).toBe(true);
      expect(press("/")).toBe(false);
      expect(await bindLater()).toHaveBeenCalledTimes(1);
      expect(await bindLater()).not.toHaveBeenCalled();
      press("g");
      press("b");
      expect(await bindLater("goBoard")).toHaveBeenCalledTimes(1);
      fireEvent.keyDown(document.body, { key: "c", ctrlKey: true });
      press("b");
      expect(await bindLater("bugReport")).not.toHaveBeenCalled();
    });

    it("is forgotten after ten seconds, another key, a press of the pointer or a move of the focus", async () => {
      const now = jest.spyOn(performance, "now");
      press("/");
      now.mockReturnValue(performance.now() + 10_001);
      expect(await bindLater()).not.toHaveBeenCalled();
      now.mockRestore();
      press("m");
      press("Tab");
      expect(await bindLater("cardMenu")).not.toHaveBeenCalled();
      press("x");
      fireEvent.pointerDown(document.body);
      expect(await bindLater("select")).not.toHaveBeenCalled();
      act(() => screen.getAllByRole("button")[0]?.focus());
      press("d");
      act(() => screen.getAllByRole("button")[1]?.focus());
      expect(await bindLater("cardDue")).not.toHaveBeenCalled();
    });

    it("runs its command in the order of the keys, arrows with and without Shift included", async () => {
      const done: string[] = [];
      const late = ["cardBelow", "select", "selectBelow"] as const;
      function Action({ command }: { command: (typeof late)[number] }) {
        useCommand(command, () => void done.push(command));
        return null;
      }
      render(
        <ul data-late-keys="">
          <li data-card="1">
            <a href="/">Card</a>
          </li>
        </ul>,
      );
      act(() => screen.getByText("Card").focus());
      expect(press("ArrowDown")).toBe(false);
      press("x");
      press("Shift", true);
      expect(press("ArrowDown", true)).toBe(false);
      press("x");
      render(late.map((command) => <Action key={command} command={command} />));
      press("ArrowDown");
      await pressedAgain();
      press("x");
      expect(done).toEqual(["cardBelow", "select", "selectBelow", "select", "cardBelow", "select"]);
    });

    it("is passed on to the menu that a key before it opens, Enter included, which would open the card", async () => {
      press("p");
      press("h");
      expect(press("Enter")).toBe(false);
      const typed: string[] = [];
      function Menu() {
        useCommand("cardPriority", () => screen.getByRole("menu").focus());
        return <div role="menu" tabIndex={-1} onKeyDown={({ key }) => typed.push(key)} />;
      }
      render(<Menu />);
      await pressedAgain();
      expect(typed).toEqual(["h", "Enter"]);
      press("x");
      expect(press("Enter")).toBe(true);
    });

    describe("and leads to a search", () => {
      const newTask = jest.fn<() => void>();
      function NewTask() {
        useCommand("newTask", newTask);
        return null;
      }
      /** A search, as a screen has it that the app controls. */
      function Search() {
        const [text, setText] = useState("");
        useCommand("search", () => screen.getByRole("searchbox").focus());
        return (
          <input type="search" value={text} onChange={(event) => setText(event.target.value)} />
        );
      }
      beforeEach(() => {
        newTask.mockClear();
        render(<NewTask />);
      });
      afterEach(() => screenShown(null));

      it("is followed by the text for it, letters of commands and Backspace included", async () => {
        press("/");
        for (const key of ["n", "o"]) expect(press(key)).toBe(false);
        const late = render(<main data-late-search="" />);
        screenShown(window.location.pathname);
        for (const key of [" ", "x", "Backspace", "a", "B"]) expect(press(key)).toBe(false);
        late.unmount();
        render(<Search />);
        // The field doesn't have the focus yet.
        press("?");
        await pressedAgain();
        expect(screen.getByRole("searchbox")).toHaveValue("no aB?");
        expect(newTask).not.toHaveBeenCalled();
      });

      it("takes no key of a screen without a search", async () => {
        screenShown(window.location.pathname);
        press("/");
        press("n");
        expect(newTask).toHaveBeenCalledTimes(1);
        render(<Search />);
        await pressedAgain();
        expect(screen.getByRole("searchbox")).not.toHaveFocus();
      });
    });

    it("waits until a component binds the command to which it applies", async () => {
      press("x");
      render(<Page command="select" action={() => false} />);
      await pressedAgain();
      expect(await bindLater("select")).toHaveBeenCalledTimes(1);
    });
  });
});
