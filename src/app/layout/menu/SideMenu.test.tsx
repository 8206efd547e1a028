import { expect, it } from "@jest/globals";
import { configureStore } from "@reduxjs/toolkit";
import { render, screen } from "@testing-library/react";
import { Provider } from "react-redux";
import { MemoryRouter } from "react-router-dom";
import type { User } from "#contract/shapes/user.ts";
import type { Role } from "#contract/user.ts";
import { authSlice, type SessionState } from "#session/authSlice.ts";
import { SideMenu } from "./SideMenu.tsx";

function show(role: Role, at = "/") {
  const user = { id: "1", name: "Ada Lovelace", role } as User;
  const auth: SessionState = { status: "signedIn", user };
  const store = configureStore({
    reducer: { auth: authSlice.reducer },
    preloadedState: { auth },
  });
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[at]}>
        <SideMenu onMessages={() => undefined} />
      </MemoryRouter>
    </Provider>,
  );
}

const links = () =>
  screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
const MEMBERS = [
  ["Dashboard", "/dashboard"],
  ["Progress", "/kanban"],
  ["Tasks", "/tasks"],
  ["Profile", "/profile"],
];

it("shows a member the work links and the section Account", () => {
  show("member");
  expect(links()).toEqual(MEMBERS);
  expect(screen.getByRole("list", { name: "Account" })).toContainElement(
    screen.getByRole("link", { name: "Profile" }),
  );
  expect(screen.queryByRole("heading", { name: "Admin" })).toBeNull();
});

it("shows an admin the section Admin too", () => {
  show("admin");
  expect(links()).toEqual([...MEMBERS, ["Teams", "/teams"], ["Users", "/users"]]);
  expect(screen.getByRole("heading", { name: "Admin" })).toBeVisible();
});

it.each([
  ["/", "Dashboard", "page"],
  ["/dashboard", "Dashboard", "page"],
  ["/kanban", "Progress", "page"],
  ["/tasks/42", "Tasks", "true"],
  ["/audit", "Users", "true"],
])("at %s marks the link of the current screen", (at, name, current) => {
  show("admin", at);
  expect(screen.getByRole("link", { name })).toHaveAttribute("aria-current", current);
});
