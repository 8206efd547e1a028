import { expect, jest, test } from "@jest/globals";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Picker } from "#ui/picker/Picker.tsx";
import { useHeldKeys } from "./useHeldKeys.ts";

const anchor = { current: document.body };
const nothing = () => {};

/** A picker of priorities whose code arrives later. */
function LatePicker({
  isThere,
  onPick,
  onClose = nothing,
}: {
  isThere: boolean;
  onPick: (label: string) => void;
  onClose?: () => void;
}) {
  const typed = useHeldKeys(isThere, onClose);
  const options = ["Low", "Medium", "High"].map((label) => ({
    key: label,
    label,
    onSelect: () => onPick(label),
  }));
  return isThere && <Picker label="Priority" {...{ options, typed, anchor, onClose }} />;
}

test("letters, arrows and Enter that are pressed before a picker is there reach it", async () => {
  const onPick = jest.fn();
  const user = userEvent.setup();
  const { rerender } = render(<LatePicker isThere={false} onPick={onPick} />);
  await user.keyboard("m{ArrowDown}{Enter}");
  expect(onPick).not.toHaveBeenCalled();
  rerender(<LatePicker isThere onPick={onPick} />);
  await waitFor(() => expect(onPick.mock.calls).toEqual([["High"]]));
  await user.keyboard("l{Enter}");
  expect(onPick).toHaveBeenLastCalledWith("Low");
});

test("Escape before the picker is there closes it, and keys with Ctrl stay the browser's", async () => {
  const onClose = jest.fn();
  const user = userEvent.setup();
  render(<LatePicker isThere={false} onPick={nothing} onClose={onClose} />);
  await user.keyboard("{Control>}c{/Control}");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledTimes(1);
});
