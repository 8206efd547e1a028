import { describe, expect, it } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { PARALLEL_CALLS } from "#features/bulk/bulkListeners.ts";
import { type Backend, PASSWORD } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { enterText } from "#testing/screens/enterText.ts";

const UPDATE = "PUT /api/users/{id}";
const REFUSED = { status: 500, body: { error: "The disk is full" } } as const;

const nameOf = (number: number) => `Person ${String(number).padStart(2, "0")}`;

/**
 * Opens the page with `count` members, and Ada, who is signed in and the only admin. The server has
 * no runs.
 */
async function openUsers(count: number) {
  const backend = await openBackend();
  for (let number = 1; number <= count; number += 1) {
    await backend.as("member", { name: nameOf(number), email: `p${number}@example.com` });
  }
  backend.fail("GET /api/user-runs", { status: 404 }, Infinity);
  const app = await renderApp({ path: "/users", as: "admin", backend });
  await screen.findByRole("table");
  return app;
}

const bar = () => within(screen.getByRole("region", { name: "Selected users" }));
const button = (name: string | RegExp) => bar().getByRole("button", { name });
const selectAll = () => bar().getByRole("checkbox");
const box = (number: number) => screen.getByRole("checkbox", { name: `Select ${nameOf(number)}` });
const row = (number: number) => screen.getByRole("row", { name: new RegExp(nameOf(number)) });
const ticked = () =>
  screen
    .getAllByRole<HTMLInputElement>("checkbox", { name: /^Select (?!all)/ })
    .filter(({ checked }) => checked)
    .map((it) => it.getAttribute("aria-label")?.replace("Select ", ""));
const toasts = () =>
  within(screen.getByRole("region", { name: "Notifications" })).queryAllByText(/\d/);
const toast = async (text: string) =>
  await within(screen.getByRole("region", { name: "Notifications" })).findByText(text);

async function inactive(backend: Backend) {
  const rows = await backend.db
    .selectFrom("users")
    .select("name")
    .where("is_active", "=", 0)
    .orderBy("name")
    .execute();
  return rows.map(({ name }) => name);
}

describe("selecting users", () => {
  it("selects users one by one, or all but the current user at once, and shows the counts", async () => {
    const { user } = await openUsers(3);
    expect(screen.getByLabelText("Select all 3")).toBe(selectAll());
    await user.click(box(2));
    expect(await bar().findByText("1 selected")).toBeInTheDocument();
    expect(selectAll()).toBePartiallyChecked();
    await user.click(selectAll());
    expect(ticked()).toEqual([nameOf(1), nameOf(2), nameOf(3)]);
    expect(await bar().findByText("3 selected")).toBeInTheDocument();
    expect(screen.getByRole("checkbox", { name: "Select Ada Lovelace" })).not.toBeChecked();
    await user.click(selectAll());
    expect(ticked()).toEqual([]);
  });

  it("acts on selected users that the filter hides, and shows how many", async () => {
    const { user } = await openUsers(4);
    await user.click(box(1));
    await enterText(user, screen.getByLabelText("Search users"), "person 03");
    expect(screen.getByLabelText("Select all 1")).toBe(selectAll());
    expect(await bar().findByText("1 selected (1 not shown)")).toBeInTheDocument();
    await user.click(selectAll());
    expect(await bar().findByText("2 selected (1 not shown)")).toBeInTheDocument();
    await user.click(button("Clear selection"));
    expect(bar().queryByText(/selected/)).not.toBeInTheDocument();
    expect(selectAll()).toHaveFocus();
  });

  it("offers each action only for users whom it changes", async () => {
    const { user, backend } = await openUsers(3);
    await user.click(screen.getByRole("button", { name: `Deactivate ${nameOf(1)}` }));
    await within(row(1)).findByText("Inactive");
    await user.click(selectAll());
    expect(button("Activate 1")).toBeEnabled();
    expect(button("Deactivate 2")).toBeEnabled();
    await user.click(box(1));
    expect(button("Activate 0")).toBeDisabled();
    expect(await inactive(backend)).toEqual([nameOf(1)]);
  });
});

describe("a bulk action on users", () => {
  it("sends at most four requests at a time, shows progress, and ends in one toast", async () => {
    const { user, backend } = await openUsers(10);
    await user.click(selectAll());
    const held = backend.delay(UPDATE);
    await user.click(button("Deactivate 10"));
    await waitFor(() => expect(backend.callsOf(UPDATE)).toHaveLength(PARALLEL_CALLS));
    expect(PARALLEL_CALLS).toBe(4);
    const progress = bar().getByRole("progressbar", { name: "Deactivating 10 users" });
    expect(progress).toHaveAttribute("value", "0");
    expect(progress).toHaveAttribute("max", "10");
    expect(within(row(1)).getByText("Active")).toBeInTheDocument();
    expect(button("Cancel")).toHaveFocus();
    held.release();
    expect(await toast("10 users deactivated")).toBeInTheDocument();
    expect(toasts()).toHaveLength(1);
    expect(within(row(1)).getByText("Inactive")).toBeInTheDocument();
    expect(backend.callsOf(UPDATE)).toHaveLength(10);
    expect(await inactive(backend)).toHaveLength(10);
    expect(ticked()).toEqual([]);
    expect(button("Undo deactivation of 10")).toHaveFocus();
  });

  it("never exceeds four requests in flight, in any order of responses", async () => {
    const { user, backend } = await openUsers(9);
    let out = 0;
    let most = 0;
    const real = globalThis.fetch;
    globalThis.fetch = async (...args) => {
      const isUpdate = args[0] instanceof Request && args[0].method === "PUT";
      if (!isUpdate) return await real(...args);
      most = Math.max(most, (out += 1));
      await new Promise((resolve) => {
        setTimeout(resolve, (out % 3) * 7);
      });
      const answer = await real(...args);
      out -= 1;
      return answer;
    };
    await user.click(selectAll());
    await user.click(button("Deactivate 9"));
    expect(await toast("9 users deactivated")).toBeInTheDocument();
    globalThis.fetch = real;
    expect(most).toBe(4);
    expect(await inactive(backend)).toHaveLength(9);
  });

  it("changes a row when its own request succeeds", async () => {
    const { user, backend } = await openUsers(2);
    await user.click(selectAll());
    const held = backend.delay(UPDATE, 1);
    await user.click(button("Deactivate 2"));
    expect(await within(row(2)).findByText("Inactive")).toBeInTheDocument();
    expect(within(row(1)).getByText("Active")).toBeInTheDocument();
    expect(bar().getByRole("progressbar")).toHaveAttribute("value", "1");
    expect(bar().getByText("1 of 2")).toBeInTheDocument();
    held.release();
    expect(await within(row(1)).findByText("Inactive")).toBeInTheDocument();
  });

  it("Cancel aborts requests in flight, and keeps the remaining users unchanged and selected", async () => {
    const { user, backend } = await openUsers(8);
    await user.click(selectAll());
    const held = backend.delay(UPDATE);
    await user.click(button("Deactivate 8"));
    await waitFor(() => expect(backend.callsOf(UPDATE)).toHaveLength(4));
    await user.click(button("Cancel"));
    expect(button("Cancel")).toHaveAttribute("aria-busy", "true");
    held.release();
    expect(await toast("4 users deactivated, 4 left as they were")).toBeInTheDocument();
    expect(backend.callsOf(UPDATE)).toHaveLength(4);
    expect(await inactive(backend)).toHaveLength(4);
    expect(ticked()).toEqual([5, 6, 7, 8].map(nameOf));
  });

  it("shows each row's error, keeps it selected, and can be retried", async () => {
    const { user, backend } = await openUsers(6);
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
    expect(await inactive(backend)).toHaveLength(6);
    // Undo reverts the whole action, not only its retry.
    expect(button("Undo deactivation of 6")).toBeInTheDocument();
    expect(backend.callsOf(UPDATE)).toHaveLength(8);
  });

  it("clears a row's error after the row is changed by hand", async () => {
    const { user, backend } = await openUsers(2);
    await user.click(selectAll());
    backend.fail(UPDATE, REFUSED, 1);
    await user.click(button("Deactivate 2"));
    expect(await within(row(1)).findByText("The disk is full")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: `Deactivate ${nameOf(1)}` }));
    expect(await within(row(1)).findByText("Inactive")).toBeInTheDocument();
    expect(screen.queryByText("The disk is full")).not.toBeInTheDocument();
  });

  it("Undo reverts only the users that the action changed", async () => {
    const { user, backend } = await openUsers(5);
    await user.click(screen.getByRole("button", { name: `Deactivate ${nameOf(1)}` }));
    await within(row(1)).findByText("Inactive");
    await user.click(selectAll());
    await user.click(button("Deactivate 4"));
    expect(await toast("4 users deactivated")).toBeInTheDocument();
    await user.click(button("Undo deactivation of 4"));
    expect(await toast("4 users activated")).toBeInTheDocument();
    expect(await inactive(backend)).toEqual([nameOf(1)]);
    await user.click(button("Dismiss"));
    expect(
      bar()
        .getAllByRole("button")
        .map((it) => it.textContent),
    ).toEqual(["Select by list…"]);
    expect(selectAll()).toHaveFocus();
  });

  it("stops when the session ends, shows its progress, and opens the sign-in screen", async () => {
    const { user, backend } = await openUsers(9);
    await user.click(selectAll());
    const held = backend.delay(UPDATE, 4);
    await user.click(button("Deactivate 9"));
    await waitFor(() => expect(backend.callsOf(UPDATE)).toHaveLength(4));
    await backend.db.deleteFrom("sessions").execute();
    held.release();
    expect(await toast("4 users deactivated, 5 left as they were")).toBeInTheDocument();
    expect(await toast("Session expired. Please login again.")).toBeInTheDocument();
    await screen.findByRole("heading", { name: "Welcome Back" });
    expect(screen.queryByText("Failed to fetch users")).not.toBeInTheDocument();
  });

  it("continues while another page is open, and shows the result on return", async () => {
    const { user, backend } = await openUsers(6);
    await user.click(selectAll());
    const held = backend.delay(UPDATE);
    await user.click(button("Deactivate 6"));
    await waitFor(() => expect(backend.callsOf(UPDATE)).toHaveLength(4));
    await user.click(screen.getByRole("link", { name: "Teams" }));
    await screen.findByRole("heading", { name: "Team Management" });
    held.release();
    expect(await toast("6 users deactivated")).toBeInTheDocument();
    await user.click(screen.getByRole("link", { name: "Users" }));
    await screen.findByRole("table");
    expect(button("Undo deactivation of 6")).toBeInTheDocument();
    expect(await within(row(6)).findByText("Inactive")).toBeInTheDocument();
  });

  it("the next user sees no results of the previous one", async () => {
    const { user, backend, store } = await openUsers(6);
    await user.click(selectAll());
    const held = backend.delay(UPDATE);
    await user.click(button("Deactivate 6"));
    await waitFor(() => expect(backend.callsOf(UPDATE)).toHaveLength(4));
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
