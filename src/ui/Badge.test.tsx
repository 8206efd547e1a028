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
  expect(screen.getByText(priority)).toHaveClass(tone);
});

it.each(["Todo", "In Progress", "Done", "Blocked"])("calls the status %s by its name", (status) => {
  render(<StatusBadge status={status} />);
  expect(screen.getByText(status)).toBeVisible();
});

it("names a person by initials, and by the whole name for a screen reader", () => {
  render(<Avatar name="Ada Lovelace" />);
  expect(screen.getByRole("img", { name: "Ada Lovelace" })).toHaveTextContent("AL");
});

it("keeps silent where the name is written beside it", () => {
  render(<Avatar name="Ada Lovelace" decorative />);
  expect(screen.queryByRole("img")).toBeNull();
  expect(screen.getByText("AL")).toBeVisible();
});
