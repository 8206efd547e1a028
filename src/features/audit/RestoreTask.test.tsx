import { describe, expect, test } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import type { TaskResponse } from "#contract/shapes/task.ts";
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

describe("a deleted task in the audit log", () => {
  async function deleteTask({ byGrace }: Audit): Promise<string> {
    const body = { title: "Water the plants", priority: "Low" };
    const { task } = (await byGrace("POST", "/api/tasks", body)) as TaskResponse;
    await byGrace("DELETE", `/api/tasks/${task.id}`);
    return task.id;
  }
  const findRestore = () => screen.findByRole("button", { name: "Restore Water the plants" });

  test("can be restored by keyboard, also after a failure: shows a toast and a new entry, and keeps the focus", async () => {
    const audit = await startAudit();
    const { backend, grace } = audit;
    const id = await deleteTask(audit);
    const { user } = await audit.open();
    backend.fail(RESTORE, { status: 500, body: {} });
    (await findRestore()).focus();
    await user.keyboard("{Enter}");
    expect(await screen.findByText("Failed to restore task")).toBeVisible();
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

  test("appears live when another admin deletes or restores it", async () => {
    const audit = await startAudit();
    const { backend, byGrace } = audit;
    const { store } = await renderApp({ path: "/audit", as: "admin", backend, live: fastLive() });
    await waitForSentences([JOINED]);
    await waitFor(() => expect(selectLiveStatus(store.getState())).toBe("open"));
    const id = await deleteTask(audit);
    await findRestore();
    await byGrace("POST", `/api/tasks/${id}/restore`);
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Restore/ })).toBeNull());
    expect(sentences()[0]).toBe("Grace Hopper restored the task Water the plants");
  });
});
