import { expect, it } from "@jest/globals";
import { configureStore } from "@reduxjs/toolkit";
import { cleanup, render, screen } from "@testing-library/react";
import { Provider } from "react-redux";
import { type InitialEntry, MemoryRouter } from "react-router-dom";
import { api } from "#api/api.ts";
import type { User } from "#contract/shapes/user.ts";
import type { Role } from "#contract/user.ts";
import { openedOver } from "#lib/address/openedOver.ts";
import { authSlice, type SessionState } from "#session/authSlice.ts";
import { extensionsSlice } from "#sync/extensions/extensions.ts";
import { SideMenu } from "./SideMenu.tsx";

function show(role: Role, at: InitialEntry = "/", available = true) {
  const user = { id: "1", name: "Ada Lovelace", role } as User;
  const auth: SessionState = { status: "signedIn", user };
  const store = configureStore({
    reducer: {
      api: api.reducer,
      auth: authSlice.reducer,
      extensions: extensionsSlice.reducer,
    },
    preloadedState: { auth, extensions: { available, known: true } },
  });
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[at]}>
        <SideMenu />
      </MemoryRouter>
    </Provider>,
  );
}

const links = () =>
  screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
const BOARD = { pathname: "/kanban", search: "" };
const WORK = [
  ["Dashboard", "/dashboard"],
  ["Progress", "/kanban"],
  ["Tasks", "/tasks"],
];
const MORE = [["My work", "/my-work"]];
const PROFILE = ["Profile", "/profile"];
const ADMIN = [
  ["Teams", "/teams"],
  ["Users", "/users"],
];

it("shows a member the work links and the section Account", () => {
  show("member");
  expect(links()).toEqual([...WORK, ...MORE, PROFILE]);
  expect(screen.getByRole("list", { name: "Account" })).toContainElement(
    screen.getByRole("link", { name: "Profile" }),
  );
  expect(screen.queryByRole("heading", { name: "Admin" })).toBeNull();
});

it("shows an admin the section Admin too, with what only this server has below it", () => {
  show("admin", "/", false);
  expect(links()).toEqual([...WORK, PROFILE, ...ADMIN]);
  expect(screen.getByRole("heading", { name: "Admin" })).toBeVisible();
  cleanup();
  show("admin");
  expect(links()).toEqual([
    ...WORK,
    ...MORE,
    PROFILE,
    ...ADMIN,
    ["Import", "/import"],
    ["Webhooks", "/webhooks"],
    ["Audit Log", "/audit"],
  ]);
  expect(screen.queryByRole("button")).toBeNull();
});

it.each([
  ["/", "Dashboard", "page"],
  ["/dashboard", "Dashboard", "page"],
  ["/kanban", "Progress", "page"],
  ["/tasks/42", "Tasks", "true"],
  ["/audit", "Audit Log", "page"],
  [{ pathname: "/tasks/42", state: openedOver(BOARD) }, "Progress", "true"],
])("at %j marks only the link of the screen, or to which it belongs", (at, name, current) => {
  show("admin", at);
  const marked = screen
    .getAllByRole("link")
    .filter((link) => link.hasAttribute("aria-current"))
    .map((link) => [link.textContent, link.getAttribute("aria-current")]);
  expect(marked).toEqual([[name, current]]);
});
