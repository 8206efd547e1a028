import { describe, expect, it } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { PASSWORD } from "#testing/backend.ts";
import { enterText } from "#testing/screens/enterText.ts";
import { bar, box, button, nameOf, openRunBackend, row, toast } from "#testing/screens/userRuns.ts";

const UPDATE = "PUT /api/users/{id}";
const REFUSED = { status: 500, body: { error: "The disk is full" } } as const;

/** Opens the page with members, and Ada, who is signed in and the only admin. The server has no runs. */
async function openUsers(count: number) {
  const { backend, addMembers, openUsers: open, inactive } = await openRunBackend();
  await addMembers(count);
  backend.fail("GET /api/user-runs", { status: 404 }, Infinity);
  return { ...(await open()), inactive };
}

const selectAll = () => bar().getByRole("checkbox");
const ticked = () =>
  screen
    .getAllByRole<HTMLInputElement>("checkbox", { name: /^Select (?!all)/ })
    .filter(({ checked }) => checked)
    .map((it) => it.getAttribute("aria-label")?.replace("Select ", ""));
const toasts = () =>
  within(screen.getByRole("region", { name: "Notifications" })).queryAllByText(/\d/);

/** Begins to deactivate `count` users. The responses to the first four requests wait. */
async function deactivate(count: number) {
  const app = await openUsers(count);
  await app.user.click(selectAll());
  const held = app.backend.delay(UPDATE);
  await app.user.click(button(`Deactivate ${count}`));
  await waitFor(() => expect(app.backend.callsOf(UPDATE)).toHaveLength(4));
  return { ...app, held };
}

it("selects users one by one or all but the current user at once, also those whom a filter hides, offers only actions that change them, and undoes only what an action changed", async () => {
  const { user, inactive } = await openUsers(4);
  expect(bar().queryByRole("button", { name: /More actions|Recent/ })).not.toBeInTheDocument();
  expect(screen.getByLabelText("Select all 4")).toBe(selectAll());
  await user.click(box(2));
  expect(await bar().findByText("1 selected")).toBeInTheDocument();
  expect(selectAll()).toBePartiallyChecked();
  await user.click(selectAll());
  expect(ticked()).toEqual([1, 2, 3, 4].map(nameOf));
  expect(await bar().findByText("4 selected")).toBeInTheDocument();
  await user.click(selectAll());
  expect(ticked()).toEqual([]);

  await user.click(box(1));
  const search = screen.getByLabelText("Search users");
  await enterText(user, search, "person 03");
  expect(screen.getByLabelText("Select all 1")).toBe(selectAll());
  expect(await bar().findByText("1 selected (1 not shown)")).toBeInTheDocument();
  await user.click(selectAll());
  expect(await bar().findByText("2 selected (1 not shown)")).toBeInTheDocument();
  await enterText(user, search, "");
  await user.click(screen.getByRole("button", { name: `Deactivate ${nameOf(1)}` }));
  await within(row(1)).findByText("Inactive");
  expect(button("Activate 1")).toBeEnabled();
  expect(button("Deactivate 1")).toBeEnabled();
  await user.click(box(1));
  expect(button("Activate 0")).toBeDisabled();
  await user.click(button("Clear selection"));
  expect(bar().queryByText(/selected/)).not.toBeInTheDocument();
  expect(selectAll()).toHaveFocus();

  await user.click(selectAll());
  await user.click(button("Deactivate 3"));
  await user.click(await bar().findByRole("button", { name: "Undo deactivation of 3" }));
  expect(await toast("3 users activated")).toBeInTheDocument();
  expect(await inactive()).toEqual([nameOf(1)]);
  await user.click(button("Dismiss"));
  expect(bar().getAllByRole("button")).toEqual([button("Select by list…")]);
  expect(selectAll()).toHaveFocus();
});

describe("a bulk action on users", () => {
  it("shows each row's error, keeps it selected, and can be retried", async () => {
    const { user, backend, inactive } = await openUsers(6);
    await user.click(selectAll());
    backend.fail(UPDATE, "unreachable", 1);
    backend.fail(UPDATE, REFUSED, 1);
    await user.click(button("Deactivate 6"));
    expect(await toast("4 users deactivated, 2 failed")).toBeInTheDocument();
    expect(toasts()).toHaveLength(1);
    expect(ticked()).toEqual([nameOf(1), nameOf(2)]);
    expect(within(row(1)).getByText("The disk is full")).toBeInTheDocument();
    expect(within(row(2)).getByText("No response from the server")).toBeInTheDocument();
    expect(box(1)).toHaveAccessibleDescription("The disk is full");
    expect(within(row(1)).getByText("Active")).toBeInTheDocument();

    await user.click(button("Retry 2 failed"));
    expect(await toast("6 users deactivated")).toBeInTheDocument();
    expect(ticked()).toEqual([]);
    expect(screen.queryByText("The disk is full")).not.toBeInTheDocument();
    expect(await inactive()).toHaveLength(6);
    // Undo reverts the whole action, not only its retry.
    expect(button("Undo deactivation of 6")).toBeInTheDocument();
    expect(backend.callsOf(UPDATE)).toHaveLength(8);
  });

  it("stops when the session ends, shows its progress, and opens the sign-in screen", async () => {
    const { backend, held } = await deactivate(9);
    await backend.db.deleteFrom("sessions").execute();
    held.release();
    expect(await toast("4 users deactivated, 5 left as they were")).toBeInTheDocument();
    expect(await toast("Session expired. Please login again.")).toBeInTheDocument();
    await screen.findByRole("heading", { name: "Welcome Back" });
    expect(screen.queryByText("Failed to fetch users")).not.toBeInTheDocument();
  });

  it("sends at most four requests at a time, keeps the remaining users selected after Cancel, continues on another page, and ends in one toast", async () => {
    const { user, backend, inactive, held } = await deactivate(8);
    const progress = bar().getByRole("progressbar", { name: "Deactivating 8 users" });
    expect(progress).toHaveAttribute("max", "8");
    expect(bar().getByText("0 of 8")).toBeInTheDocument();
    expect(button("Cancel")).toHaveFocus();
    await user.click(button("Cancel"));
    expect(button("Cancel")).toHaveAttribute("aria-busy", "true");
    held.release();
    expect(await toast("4 users deactivated, 4 left as they were")).toBeInTheDocument();
    expect(backend.callsOf(UPDATE)).toHaveLength(4);
    expect(await inactive()).toHaveLength(4);
    expect(ticked()).toEqual([5, 6, 7, 8].map(nameOf));

    const rest = backend.delay(UPDATE);
    await user.click(button("Deactivate 4"));
    await user.click(screen.getByRole("link", { name: "Teams" }));
    await screen.findByRole("heading", { name: "Team Management" });
    rest.release();
    expect(await toast("4 users deactivated")).toBeInTheDocument();
    expect(screen.getAllByText("4 users deactivated")).toHaveLength(1);
    expect(backend.callsOf(UPDATE)).toHaveLength(8);
    expect(await inactive()).toHaveLength(8);
    await user.click(screen.getByRole("link", { name: "Users" }));
    await screen.findByRole("table");
    expect(button("Undo deactivation of 4")).toBeInTheDocument();
    expect(ticked()).toEqual([]);
    expect(await within(row(8)).findByText("Inactive")).toBeInTheDocument();
  });

  it("the next user sees no results of the previous one", async () => {
    const { user, backend, store, held } = await deactivate(6);
    await user.click(screen.getByRole("button", { name: "Logout" }));
    await screen.findByRole("heading", { name: "Welcome Back" });
    await waitFor(() => expect(store.getState().userBulk.phase).toBe("idle"));
    held.release();
    await backend.register({ email: "eve@example.com", role: "admin" });
    await enterText(user, screen.getByLabelText("Email Address"), "eve@example.com");
    await enterText(user, screen.getByLabelText("Password"), PASSWORD);
    await user.click(screen.getByRole("button", { name: "Sign In" }));
    await user.click(await screen.findByRole("link", { name: "Users" }));
    await screen.findByRole("table");
    expect(backend.callsOf(UPDATE)).toHaveLength(4);
    expect(store.getState().userBulk.phase).toBe("idle");
    expect(screen.queryByText(/deactivated/)).not.toBeInTheDocument();
  });
});
