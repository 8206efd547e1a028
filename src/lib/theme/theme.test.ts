import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { chooseTheme, startTheme } from "./theme.ts";

const root = document.documentElement;

beforeEach(() => {
  document.head.innerHTML = `
    <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f6f6f8">
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0d0d10">`;
});

afterEach(() => {
  chooseTheme("system");
  localStorage.clear();
});

function barColors() {
  return [...document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")].map(
    (meta) => meta.content,
  );
}

it.each([
  ["dark", "dark"],
  ["plaid", undefined],
])("with the stored theme %s it starts with the theme %s", (stored, shown) => {
  localStorage.setItem("theme", stored);
  startTheme();
  expect(root.dataset["theme"]).toBe(shown);
});

it("stores a choice and colours the browser's bars", () => {
  chooseTheme("dark");
  expect(localStorage.getItem("theme")).toBe("dark");
  expect(barColors()).toEqual(["#0d0d10", "#0d0d10"]);
  chooseTheme("system");
  expect(barColors()).toEqual(["#f6f6f8", "#0d0d10"]);
});

it("follows a choice in another tab", () => {
  startTheme();
  localStorage.setItem("theme", "light");
  window.dispatchEvent(new StorageEvent("storage", { key: "theme" }));
  expect(root.dataset["theme"]).toBe("light");
});
