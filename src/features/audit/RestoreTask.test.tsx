import { beforeEach, describe, expect, test } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import type { TaskResponse } from "#contract/task.ts";
import { selectLiveStatus } from "#sync/live/liveSlice.ts";
import { fastLive } from "#testing/fastLive.ts";
import { renderApp } from "#testing/renderApp.tsx";
import {
  type Audit,
  JOINED,
  sentences,
  startAudit,
  waitForSentences,
} from "#testing/screens/auditPage.ts";

const RESTORE = "POST /api/tasks/{id}/restore";

let backend: Audit["backend"];
let grace: Audit["grace"];
let byGrace: Audit["byGrace"];
let open: Audit["open"];

beforeEach(async () => {
  ({ backend, grace, byGrace, open } = await startAudit());
});

describe("a deleted task in the audit log", () => {
  async function deleteTask(): Promise<string> {
    const body = { title: "Water the plants", priority: "Low" };
    const { task } = (await byGrace("POST", "/api/tasks", body)) as TaskResponse;
    await byGrace("DELETE", `/api/tasks/${task.id}`);
    return task.id;
  }
  const findRestore = () => screen.findByRole("button", { name: "Restore Water the plants" });

  test("can be restored by keyboard: shows a toast and a new entry, and keeps the focus", async () => {
    const id = await deleteTask();
    const { user } = await open();
    const button = await findRestore();
    button.focus();
    backend.clock.advance(1_000);
    await user.keyboard("{Enter}");
    await waitForSentences([
      "Ada Lovelace restored the task Water the plants",
      JOINED,
      "Grace Hopper deleted the task Water the plants",
    ]);
    expect(await screen.findByText("Task restored", { selector: ":not(option)" })).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Restore/ })).toBeNull();
    await waitFor(() => expect(screen.getByRole("region", { name: "Entries" })).toHaveFocus());
    expect(await grace.call("GET", `/api/tasks/${id}`)).toMatchObject({ status: 200 });
  });

  test("shows an error if the restore fails, and allows a retry", async () => {
    await deleteTask();
    backend.fail(RESTORE, { status: 500, body: {} });
    const { user } = await open();
    await user.click(await findRestore());
    expect(await screen.findByText("Failed to restore task")).toBeVisible();
    await user.click(await findRestore());
    expect(await screen.findByText("Task restored", { selector: ":not(option)" })).toBeVisible();
  });

  test("appears live when another admin deletes or restores it", async () => {
    const { store } = await renderApp({ path: "/audit", as: "admin", backend, live: fastLive() });
    await waitForSentences([JOINED]);
    await waitFor(() => expect(selectLiveStatus(store.getState())).toBe("open"));
    const id = await deleteTask();
    await findRestore();
    await byGrace("POST", `/api/tasks/${id}/restore`);
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Restore/ })).toBeNull());
    expect(sentences()[0]).toBe("Grace Hopper restored the task Water the plants");
  });
});
