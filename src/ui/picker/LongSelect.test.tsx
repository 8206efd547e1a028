import { expect, it, jest } from "@jest/globals";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { LongSelect } from "./LongSelect.tsx";

const people = (count: number) =>
  Array.from({ length: count }, (_none, at) => ({
    value: `${at}`,
    label: at < 2 ? "Kim Lee" : `Person ${at}`,
    note: at < 2 ? `kim${at}@example.com` : undefined,
  }));

function setUp(count: number) {
  const onChoose = jest.fn<(value: string) => void>();
  render(<LongSelect label="User" value="3" choices={people(count)} onChoose={onChoose} />);
  return { field: screen.getByRole("combobox", { name: "User" }), onChoose };
}

it("is a native select up to 50 options", async () => {
  const { field, onChoose } = setUp(50);
  expect(field).toHaveValue("3");
  await userEvent.selectOptions(field, "Kim Lee (kim1@example.com)");
  expect(onChoose).toHaveBeenCalledWith("1");
});

it("is a picker with a search line for thousands, with the same name", async () => {
  const { field, onChoose } = setUp(9_057);
  expect(field).toHaveTextContent("Person 3");
  await userEvent.click(field);
  await userEvent.type(await screen.findByRole("combobox", { name: "Search" }), "person 9056");
  await userEvent.keyboard("{Enter}");
  expect(onChoose).toHaveBeenCalledWith("9056");
  expect(field).toHaveFocus();
});

it("begins with Me, who is found by name too, and shows the name", async () => {
  const [, ...others] = people(60);
  const choices = [{ value: "me", label: "Ada Lovelace", isMe: true }, ...others];
  render(<LongSelect label="User" value="me" choices={choices} onChoose={jest.fn()} />);
  const field = screen.getByRole("combobox", { name: "User" });
  expect(field).toHaveTextContent("Ada Lovelace");
  await userEvent.click(field);
  const search = await screen.findByRole("combobox", { name: "Search" });
  expect(screen.getAllByRole("option")[0]).toHaveAccessibleName("Me");
  await userEvent.type(search, "lovelace");
  expect(screen.getByRole("option")).toHaveAccessibleName("Me");
});
