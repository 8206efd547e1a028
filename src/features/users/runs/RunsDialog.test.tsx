import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserRun } from "#contract/shapes/run.ts";
import type { TestUser } from "#server/testing/server.ts";
import { bar, dialog, nameOf, openRunBackend } from "#testing/screens/userRuns.ts";

describe("recent bulk actions", () => {
  let saved: Blob[];
  beforeEach(() => {
    saved = [];
    // jsdom lacks both functions.
    URL.createObjectURL = (file) => `blob:${saved.push(file as Blob)}`;
    URL.revokeObjectURL = () => undefined;
    jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  });
  afterEach(() => void jest.restoreAllMocks());

  async function deactivate(admin: TestUser, ids: readonly string[]): Promise<UserRun> {
    const { body } = await admin.call("POST", "/api/user-runs", {
      action: "deactivate",
      user_ids: [...ids, admin.user.id].join(","),
      confirm_count: ids.length,
    });
    return (body as { run: UserRun }).run;
  }

  it("can be opened, downloaded and undone after another visit, also if the response is lost", async () => {
    const { backend, admin, addMembers, openUsers, inactive } = await openRunBackend();
    await deactivate(admin, await addMembers(2));
    const app = await openUsers();
    await app.user.click(await bar().findByRole("button", { name: "Recent bulk actions" }));
    const list = await dialog();
    expect(list.getByText(/2 users deactivated/)).toBeVisible();
    await app.user.click(list.getByRole("button", { name: /^Open Deactivate 3 users/ }));
    const result = within(await screen.findByRole("dialog", { name: "Deactivate 3 users" }));
    expect(result.getByText("1 user left out: the admin's own account")).toBeVisible();
    await app.user.click(result.getByRole("button", { name: "Download CSV" }));
    expect(await screen.findByText("Export saved")).toBeInTheDocument();
    expect(await saved[0]?.text()).toMatch(new RegExp(`${nameOf(1)},.+@example.com,Done`));
    backend.fail("POST /api/user-runs/{id}/undo", "lost");
    await app.user.click(result.getByRole("button", { name: "Undo deactivation of 2" }));
    expect(await result.findByText("2 users activated")).toBeVisible();
    expect(screen.queryByText("Failed to undo the bulk action")).not.toBeInTheDocument();
    await waitFor(() =>
      expect(result.getByRole("button", { name: "All bulk actions" })).toHaveFocus(),
    );
    expect(await inactive()).toEqual([]);
    await app.user.click(result.getByRole("button", { name: "All bulk actions" }));
    expect((await dialog()).getByText("Undone")).toBeVisible();
  });
});
