import { expect, it } from "@jest/globals";
import { render, screen } from "@testing-library/react";
import { LiveText } from "./LiveText.tsx";

it("adds its text to a live region that is already there, and is announced as a whole", () => {
  const observer = new MutationObserver(() => undefined);
  observer.observe(document.body, { childList: true, subtree: true });
  render(<LiveText text="1 selected" />);
  const region = screen.getByRole("status");
  const additions = observer.takeRecords().filter(({ target }) => target === region);
  observer.disconnect();
  expect(region).toHaveTextContent("1 selected");
  expect(region).toHaveAttribute("aria-atomic", "true");
  expect(additions).toHaveLength(1);
});

it("starts with a blank text that keeps the line's height", () => {
  const observer = new MutationObserver(() => undefined);
  observer.observe(document.body, {
    characterData: true,
    characterDataOldValue: true,
    subtree: true,
  });
  render(<LiveText text="3 users" initial={"\u00a0"} />);
  const [change] = observer.takeRecords();
  observer.disconnect();
  expect(change?.oldValue).toBe("\u00a0");
  expect(screen.getByRole("status")).toHaveTextContent("3 users");
});
