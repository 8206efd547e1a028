import { afterEach, expect, it } from "@jest/globals";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { chooseTheme } from "#lib/theme/theme.ts";
import { ThemeMenu } from "./ThemeMenu.tsx";

afterEach(() => {
  act(() => chooseTheme("system"));
  localStorage.clear();
});

it("switches the theme, stores it and marks the current one", async () => {
  render(<ThemeMenu />);
  await userEvent.click(screen.getByRole("button", { name: "Theme: System" }));
  expect(screen.getByRole("menuitemradio", { name: "System" })).toBeChecked();
  await userEvent.click(screen.getByRole("menuitemradio", { name: "Dark" }));
  expect(document.documentElement).toHaveAttribute("data-theme", "dark");
  expect(localStorage.getItem("theme")).toBe("dark");
  expect(screen.getByRole("button", { name: "Theme: Dark" })).toHaveFocus();
});
