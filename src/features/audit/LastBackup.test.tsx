import { beforeEach, describe, expect, test } from "@jest/globals";
import { screen } from "@testing-library/react";
import { saveLastBackup } from "#server/db/backup/scheduled.ts";
import { renderApp } from "#testing/renderApp.tsx";
import { type Audit, startAudit } from "#testing/screens/auditPage.ts";

let backend: Audit["backend"];
let open: Audit["open"];

beforeEach(async () => {
  ({ backend, open } = await startAudit());
});

describe("the last scheduled backup", () => {
  const backup = {
    started_at: "2026-03-15T03:00:00.000Z",
    ended_at: "2026-03-15T03:01:00.000Z",
    file: "taskdeck-scheduled-2026-03-15T03-00-00Z.db",
    bytes: 2_500_000,
    error: null,
    succeeded_at: "2026-03-15T03:01:00.000Z",
  };

  test("is named with its size", async () => {
    await saveLastBackup(backend.db, backup);
    await open();
    expect(
      await screen.findByText(/^Last backup: .*2026.*, checked, 2\.4 MiB \(taskdeck-scheduled/),
    ).toBeVisible();
  });

  test("is an item of the inbox after a failure, which leads to the reason", async () => {
    const failed = { ...backup, bytes: 0, error: "The disk is full", succeeded_at: null };
    await saveLastBackup(backend.db, failed);
    const { user } = await renderApp({ path: "/profile", as: "admin", backend });
    await user.click(await screen.findByRole("button", { name: "Inbox, 1 unread" }));
    await user.click(await screen.findByRole("link", { name: /The last backup failed/ }));
    expect(
      await screen.findByText(
        /^The backup of .* failed: The disk is full\. No backup has succeeded/,
      ),
    ).toBeVisible();
  });
});
