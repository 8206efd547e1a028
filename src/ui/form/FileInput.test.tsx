import { expect, it, jest } from "@jest/globals";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FileInput } from "./FileInput.tsx";

it("has its label and the focus of a native input, and shows the chosen file, which can be chosen again", async () => {
  const onChoose = jest.fn();
  render(
    <>
      <label htmlFor="list">A list</label>
      <FileInput id="list" onChoose={onChoose} />
    </>,
  );
  expect(screen.getByText("No file chosen")).toBeVisible();
  await userEvent.tab();
  const input = screen.getByLabelText("A list");
  expect(input).toHaveFocus();
  const file = new File(["a"], "people.csv");
  await userEvent.upload(input, file);
  expect(screen.getByText("people.csv")).toBeVisible();
  await userEvent.upload(input, file);
  expect(onChoose.mock.calls).toEqual([[file], [file]]);
});
