import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { renderApp } from "#testing/renderApp.tsx";

test("on an empty server an admin's first steps are on top, lead to where each is done, tick themselves, and can be closed for good", async () => {
  const { user, backend } = await renderApp({ path: "/dashboard", as: "admin" });
  const panel = await screen.findByRole("region", { name: "First steps" });
  expect(panel.compareDocumentPosition(await screen.findByText("Total Tasks"))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  const steps = within(panel).getAllByRole("listitem");
  expect(steps.map((step) => step.textContent)).toEqual([
    expect.stringMatching(/^Create a task \(to do\)/),
    expect.stringMatching(/^Create a team \(to do\)/),
    expect.stringMatching(/^Invite people \(to do\)/),
    expect.stringMatching(/^Import tasks \(to do\)/),
    expect.stringMatching(/^Connect a provider \(to do\)/),
  ]);
  expect(panel).not.toHaveTextContent(/[A-Z]_[A-Z]/);
  expect(screen.queryByText("Nothing to track yet")).toBeNull();
  await user.click(within(panel).getByRole("button", { name: "Create a task" }));
  const form = within(await screen.findByRole("dialog", { name: "Create New Task" }));
  await user.type(await form.findByLabelText("Title"), "Plan");
  await user.click(form.getByRole("button", { name: "Create Task" }));
  await waitFor(() => expect(steps[0]).toHaveTextContent("Create a task (done)"));
  const eve = await backend.as("admin", { name: "Eve Adams" });
  await eve.call("POST", "/api/teams", { name: "Design" });
  await user.click(within(panel).getByRole("link", { name: "Create a team" }));
  await screen.findByRole("heading", { name: "Team Management" });
  await user.click(screen.getByRole("link", { name: "Dashboard" }));
  expect(await screen.findByText(/Create a team/)).toBeVisible();
  const close = await screen.findByRole("button", { name: "Close the first steps for good" });
  await waitFor(() => expect(close.closest("section")).toHaveTextContent("Create a team (done)"));
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
