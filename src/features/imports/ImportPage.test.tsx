import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, it } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import type { ImportRun } from "#contract/imports.ts";
import type { ImportResponse } from "#contract/shapes/imports.ts";
import type { Backend } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { pick } from "#testing/screens/pick.ts";

const RUN = "POST /api/imports/{id}/run";

const TRELLO = readFileSync(path.resolve("server/testing/imports/trello.json"));

let backend: Backend;

beforeEach(async () => {
  backend = await openBackend();
});

/** Uploads the file without the form, because jsdom can't send files, and opens its mapping. */
async function openMapping(name = "harbour.json", payload: Buffer | string = TRELLO) {
  const session = await backend.register({ role: "admin" });
  const response = await backend.app.inject({
    method: "POST",
    url: `/api/imports?name=${name}`,
    headers: {
      authorization: `Bearer ${session.accessToken}`,
      "content-type": "application/octet-stream",
    },
    payload,
  });
  const { id } = response.json<ImportResponse>().import;
  const app = await renderApp({ path: `/import?id=${id}`, as: session, backend });
  await screen.findByRole("region", { name: "Preview" });
  return app;
}

const titles = async () =>
  (await backend.db.selectFrom("tasks").select("title").orderBy("title").execute()).map(
    ({ title }) => title,
  );

it("proposes a mapping, checks it without creating anything, again after each change, imports, and undoes", async () => {
  const { user } = await openMapping();
  expect(screen.getByText(/harbour\.json · Trello/)).toBeVisible();
  expect(screen.getByRole("combobox", { name: "Under way" })).toHaveDisplayValue("In Progress");
  await user.selectOptions(screen.getByRole("combobox", { name: "Under way" }), "Done");
  await user.selectOptions(
    screen.getByRole("combobox", { name: "Archived cards" }),
    "Don't import",
  );
  await pick(user, screen.getByRole("combobox", { name: "Ada Lovelace" }), "Me");
  await user.click(screen.getByRole("button", { name: "Check" }));
  const report = within(await screen.findByRole("region", { name: "Report" }));
  expect(report.getByText(/Tasks of this list are not to be imported/)).toBeVisible();
  expect(report.getByText("To create: 1 label (Paint)")).toBeVisible();
  expect(await titles()).toEqual([]);

  await user.selectOptions(screen.getByRole("combobox", { name: "Backlog" }), "Done");
  expect(await screen.findByText("Check again to see your changes.")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Import \d+/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Check" }));
  await user.click(await screen.findByRole("button", { name: /^Import \d+ tasks?$/ }));
  const focused = await screen.findByRole("heading", { name: /^\d+ tasks? imported$/ });
  await waitFor(() => expect(focused).toHaveFocus());
  expect(screen.getByText("Created: 1 label (Paint)")).toBeVisible();
  const created = await titles();
  expect(created).toContain("Paint the ferry");
  expect(backend.callsOf(RUN).map(({ body }) => (body as { dry: boolean }).dry)).toEqual([
    true,
    true,
    false,
  ]);

  await user.click(screen.getByRole("button", { name: "Undo" }));
  await user.click(await screen.findByRole("button", { name: "Undo import" }));
  expect(await screen.findByRole("heading", { name: "The import was undone" })).toBeVisible();
  expect(await titles()).toEqual([]);
});

it("imports what the report is of, also if the mapping was changed during the check", async () => {
  const { user } = await openMapping("t.csv", "Title,Status\nMend nets,wartet\n");
  const status = () => screen.getByRole("combobox", { name: "wartet" });
  expect(screen.getByText("1 task · Unknown status")).toBeVisible();
  const check = async () => {
    const held = backend.delay(RUN, 1);
    await user.click(screen.getByRole("button", { name: /^Check/ }));
    await held.arrived;
    return held;
  };
  const first = await check();
  await user.selectOptions(status(), "Done");
  first.release();
  await waitFor(() => expect(screen.getByRole("button", { name: "Check" })).toBeEnabled());
  expect(status()).toHaveDisplayValue("Done");
  expect(screen.getByText("Check again to see your changes.")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Import \d+/ })).toBeNull();

  (await check()).release();
  await user.click(await screen.findByRole("button", { name: "Import 1 task" }));
  await screen.findByRole("heading", { name: "1 task imported" });
  const [, checked, imported] = backend.callsOf(RUN).map(({ body }) => body as ImportRun);
  expect(imported).toEqual({ ...checked, dry: false });
  expect(imported?.lists).toBe("wartet=Done");
});

it("says which people have no email address", async () => {
  await openMapping("t.csv", "Title,Assignee\nMend nets,ada@example.com\nSort hooks,Bob\n");
  const people = within(screen.getByRole("region", { name: "People" }));
  const row = (text: string) => people.getByText(text).closest("li");
  expect(row("Bob")).toHaveTextContent("No email address");
  expect(row("ada@example.com")).not.toHaveTextContent("No email address");
});

it("says that a proxy refused the upload, and its size", async () => {
  const session = await backend.register({ role: "admin" });
  const { user } = await renderApp({ path: "/import", as: session, backend });
  backend.fail("POST /api/imports", { status: 413, body: "<html>nginx</html>" });
  const file = new File(["x".repeat(239 * 1024)], "board.json");
  await user.upload(await screen.findByLabelText("Choose a file, or drop one here"), file);
  const text =
    "A proxy in front of the server refused a file of 239 KiB (status 413). It probably limits uploads: ask your operator to allow 33 MiB for /api/imports.";
  expect(await screen.findByText(text)).toBeVisible();
});
