import { beforeEach, expect, it, jest } from "@jest/globals";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { addDays } from "#contract/calendar.ts";
import { formatDay, today } from "#lib/dates/day.ts";
import { DayField } from "./DayField.tsx";

const onChoose = jest.fn<(day: string) => void>();
beforeEach(() => void onChoose.mockClear());

function setUp(day = "") {
  render(<DayField label="Due from" day={day} empty="From" onChoose={onChoose} />);
  return screen.getByRole("button", { name: /^Due from: / });
}

const calendar = async () => within(await screen.findByRole("grid"));
const day = async (name: string) => (await calendar()).getByRole("button", { name });

it("reads the words that are typed at it, and shows what they mean before Enter", async () => {
  const field = setUp();
  expect(field).toHaveAccessibleName("Due from: From");
  field.focus();
  await userEvent.keyboard("i");
  await userEvent.type(await screen.findByRole("textbox", { name: "Day" }), "n 3 days");
  const wanted = addDays(today(), 3);
  expect(screen.getByRole("status")).toHaveTextContent(formatDay(wanted));
  expect((await calendar()).getByRole("gridcell", { selected: true })).toHaveTextContent(
    String(Number(wanted.slice(8))),
  );
  await userEvent.keyboard("{Enter}");
  expect(onChoose).toHaveBeenCalledWith(wanted);
  expect(field).toHaveFocus();
});

it("keeps a text that names no day, and marks it", async () => {
  await userEvent.click(setUp());
  const text = await screen.findByRole("textbox", { name: "Day" });
  await userEvent.type(text, "someday{Enter}");
  expect(text).toBeInvalid();
  expect(text).toHaveValue("someday");
  expect(onChoose).not.toHaveBeenCalled();
});

it("leads by arrows, Home, End and the page keys through the calendar", async () => {
  await userEvent.click(setUp("2026-03-11"));
  await screen.findByRole("grid", { name: "March 2026" });
  await userEvent.keyboard("{ArrowDown}");
  const shown = await day("Wednesday, March 11, 2026");
  await waitFor(() => expect(shown).toHaveFocus());
  await userEvent.keyboard("{ArrowRight}{ArrowDown}");
  expect(await day("Thursday, March 19, 2026")).toHaveFocus();
  await userEvent.keyboard("{Home}");
  expect(await day("Monday, March 16, 2026")).toHaveFocus();
  await userEvent.keyboard("{End}");
  expect(await day("Sunday, March 22, 2026")).toHaveFocus();
  await userEvent.keyboard("{PageDown}");
  expect(await day("Wednesday, April 22, 2026")).toHaveFocus();
  expect(screen.getByRole("grid", { name: "April 2026" })).toBeVisible();
  await userEvent.keyboard("{Shift>}{PageUp}{/Shift}{Enter}");
  expect(onChoose).toHaveBeenCalledWith("2025-04-22");
});

it("turns the months by buttons, and removes the day", async () => {
  await userEvent.click(setUp("2026-01-31"));
  await userEvent.click(await screen.findByRole("button", { name: "Next month" }));
  expect(screen.getByRole("grid", { name: "February 2026" })).toBeVisible();
  await userEvent.click(await day("Saturday, February 28, 2026"));
  expect(onChoose).toHaveBeenCalledWith("2026-02-28");
  expect(screen.queryByRole("grid")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: /^Due from/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Clear" }));
  expect(onChoose).toHaveBeenLastCalledWith("");
});

it("Escape closes only the calendar", async () => {
  const field = setUp();
  await userEvent.click(field);
  await userEvent.type(await screen.findByRole("textbox", { name: "Day" }), "fri{Escape}");
  expect(screen.queryByRole("grid")).toBeNull();
  await waitFor(() => expect(field).toHaveFocus());
  expect(onChoose).not.toHaveBeenCalled();
});
