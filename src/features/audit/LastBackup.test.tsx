import { expect, test } from "@jest/globals";
import { screen } from "@testing-library/react";
import { saveLastBackup } from "#server/db/backup/scheduled.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { startAudit } from "#testing/screens/auditPage.ts";

const backup = {
  started_at: "2026-03-15T03:00:00.000Z",
  ended_at: "2026-03-15T03:01:00.000Z",
  file: "taskdeck-scheduled-2026-03-15T03-00-00Z.db",
  bytes: 2_500_000,
  error: null,
  succeeded_at: "2026-03-15T03:01:00.000Z",
};

test("the last scheduled backup is named with its size", async () => {
  const { backend, open } = await startAudit();
  await saveLastBackup(backend.db, backup);
  await open();
  const text = /^Last backup: .*2026.*, checked, 2\.4 MiB \(taskdeck-scheduled/;
  expect(await screen.findByText(text)).toBeVisible();
});

test("a failed backup is an item of the inbox, which leads to the reason", async () => {
  const backend = await openBackend();
  const failed = { ...backup, bytes: 0, error: "The disk is full", succeeded_at: null };
  await saveLastBackup(backend.db, failed);
  const { user } = await renderApp({ path: "/profile", as: "admin", backend });
  await user.click(await screen.findByRole("button", { name: "Inbox, 1 unread" }));
  await user.click(await screen.findByRole("link", { name: /The last backup failed/ }));
  const text = /^The backup of .* failed: The disk is full\. No backup has succeeded/;
  expect(await screen.findByText(text)).toBeVisible();
});
