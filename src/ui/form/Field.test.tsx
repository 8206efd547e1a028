import { describe, expect, it } from "@jest/globals";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { Field } from "./Field.tsx";
import { TextInput } from "./TextInput.tsx";

it("connects label, hint and error to the control; the error takes the hint's place", () => {
  const field = (error: string | undefined) => (
    <Field label="Password" error={error} hint="Minimum 8 characters" required>
      {(props) => <TextInput {...props} type="password" />}
    </Field>
  );
  const { rerender } = render(field(undefined));
  expect(screen.getByLabelText("Password")).toHaveAccessibleDescription("Minimum 8 characters");
  expect(screen.getByLabelText("Password")).toBeValid();
  rerender(field("Password is required"));
  const input = screen.getByLabelText("Password");
  expect(input).toBeInvalid();
  expect(input).toBeRequired();
  expect(input).toHaveAccessibleDescription("Password is required");
});

describe("a text field with a length limit", () => {
  function Limited({ max = 20 }: { max?: number }) {
    const [text, write] = useState("");
    return (
      <Field label="Title" limited={{ text, max, name: "Title" }}>
        {(props) => (
          <TextInput {...props} value={text} onChange={({ target }) => write(target.value)} />
        )}
      </Field>
    );
  }

  /** The words that are announced as the text changes. */
  const announced = () => document.querySelector("[aria-live=polite]")?.textContent;

  it("shows its length from 80% of the limit, and an error beyond it", async () => {
    const user = userEvent.setup();
    render(<Limited />);
    const input = screen.getByLabelText("Title");
    await user.type(input, "x".repeat(15));
    expect(input).not.toHaveAttribute("aria-describedby");
    await user.type(input, "x");
    expect(screen.getByText("16 / 20")).toBeVisible();
    expect(input).toHaveAccessibleDescription("16 of 20 characters");
    expect(input).toBeValid();
    await user.paste("y".repeat(1_000));
    expect(screen.getByText("1,016 / 20")).toBeVisible();
    expect(input).toBeInvalid();
    expect(input).toHaveAccessibleDescription(
      "Title must be at most 20 characters 1,016 of 20 characters",
    );
    expect(input).toHaveValue("x".repeat(16) + "y".repeat(1_000));
    await user.clear(input);
    expect(input).toBeValid();
    expect(input).not.toHaveAttribute("aria-describedby");
  });

  it("announces each threshold once, not every key", async () => {
    const user = userEvent.setup();
    render(<Limited />);
    const input = screen.getByLabelText("Title");
    const heard = [];
    for (let length = 1; length <= 22; length += 1) {
      await user.type(input, "x");
      if (announced() !== heard.at(-1)) heard.push(announced());
    }
    expect(heard).toEqual([
      "",
      "4 characters left",
      "2 characters left",
      "No characters left",
      "1 character too many",
    ]);
    await user.type(input, "{Backspace}{Backspace}");
    expect(announced()).toBe("No characters left");
    await user.clear(input);
    expect(announced()).toBe("");
  });

  it("counts the characters of the trimmed text", async () => {
    const user = userEvent.setup();
    render(<Limited max={5} />);
    await user.click(screen.getByLabelText("Title"));
    await user.paste("  🦄 🐙🐙  ");
    expect(screen.getByText("4 / 5")).toBeVisible();
  });
});
