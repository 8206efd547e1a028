import { expect, it } from "@jest/globals";
import { render, screen } from "@testing-library/react";
import { Avatar } from "./Avatar.tsx";
import { PriorityBadge } from "./PriorityBadge.tsx";

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

it("shows a user's initials, which are hidden from screen readers beside the written name", () => {
  const { rerender } = render(<Avatar name="Ada Lovelace" />);
  expect(screen.getByRole("img", { name: "Ada Lovelace" })).toHaveTextContent("AL");
  rerender(<Avatar name="Ada Lovelace" decorative />);
  expect(screen.queryByRole("img")).toBeNull();
  expect(screen.getByText("AL")).toBeVisible();
});
