import { expect, it } from "@jest/globals";
import { render, screen } from "@testing-library/react";
import { Avatar } from "./Avatar.tsx";
import { PriorityBadge } from "./PriorityBadge.tsx";
import { StatusBadge } from "./StatusBadge.tsx";

it.each([
  ["Low", "green"],
  ["Medium", "amber"],
  ["High", "red"],
  ["Urgent", "grey"],
  ["constructor", "grey"],
])("shows the priority %s in %s", (priority, tone) => {
  render(<PriorityBadge priority={priority} />);
  expect(screen.getByText(priority).parentElement).toHaveClass(tone);
});

it.each(["Todo", "In Progress", "Done", "Blocked"])("shows the name of the status %s", (status) => {
  render(<StatusBadge status={status} />);
  expect(screen.getByText(status)).toBeVisible();
});

it("shows a user's initials, with the full name for screen readers", () => {
  render(<Avatar name="Ada Lovelace" />);
  expect(screen.getByRole("img", { name: "Ada Lovelace" })).toHaveTextContent("AL");
});

it("is hidden from screen readers beside the written name", () => {
  render(<Avatar name="Ada Lovelace" decorative />);
  expect(screen.queryByRole("img")).toBeNull();
  expect(screen.getByText("AL")).toBeVisible();
});
