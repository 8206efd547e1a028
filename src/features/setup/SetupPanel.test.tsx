import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { renderApp } from "#testing/renderApp.tsx";
import { addTasks } from "#testing/screens/dashboard.tsx";

test("an admin's first steps tick themselves, and can be closed for good", async () => {
  const { user, backend } = await renderApp({ path: "/dashboard", as: "admin" });
  const panel = await screen.findByRole("region", { name: "First steps" });
  const steps = () =>
    within(panel)
      .getAllByRole("listitem")
      .map((item) => item.textContent);
  expect(steps()[0]).toMatch(/^Create a task \(to do\)/);
  await addTasks(backend, { title: "Plan" });
  await user.click(screen.getByRole("link", { name: "Profile" }));
  await screen.findByRole("heading", { name: "My Profile" });
  await user.click(screen.getByRole("link", { name: "Dashboard" }));
  const close = await screen.findByRole("button", { name: "Close the first steps for good" });
  const [first] = within(screen.getByRole("region", { name: "First steps" })).getAllByRole(
    "listitem",
  );
  await waitFor(() => expect(first).toHaveTextContent("Create a task (done)"));
  await user.click(close);
  await waitFor(() => expect(screen.queryByRole("region", { name: "First steps" })).toBeNull());
  await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
});

test("a member of a server without an admin may become it, and sees the admins' screens", async () => {
  const { user } = await renderApp({ path: "/dashboard", as: "member" });
  expect(screen.queryByRole("link", { name: "Users" })).toBeNull();
  await user.click(await screen.findByRole("button", { name: "Become the admin" }));
  expect(await screen.findByText("You are an admin now")).toBeInTheDocument();
  expect(await screen.findByRole("link", { name: "Users" })).toBeVisible();
  const heading = await screen.findByRole("heading", { name: "First steps" });
  await waitFor(() => expect(heading).toHaveFocus());
});
