import { readFileSync } from "node:fs";
import { expectPath } from "./support/app.ts";
import { expect, test } from "./support/test.ts";

test("files are chosen, dropped and pasted, follow in another tab, download, and come back by Undo @firefox", async ({
  server,
  openAs,
  page,
  context,
}) => {
  const session = await server.signUp();
  const { id } = await server.addTask(session, { title: "Feed the cat" });
  await openAs(session, `/tasks/${id}`);
  const other = await context.newPage();
  await other.goto(`/tasks/${id}`);
  // Only the tab in front has the focus.
  await page.bringToFront();

  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Add files" }).click();
  const large = Buffer.alloc(3_000_000, "taskdeck");
  await (await chooser).setFiles([
    { name: "large.bin", mimeType: "application/octet-stream", buffer: large },
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("Hello") },
  ]);
  const row = (name: string, at = page) => at.getByRole("button", { name, exact: true });
  await expect(row("large.bin")).toBeVisible();
  await expect(row("large.bin", other)).toBeVisible();
  await expect(row("notes.txt", other)).toBeVisible();

  await page.evaluate(() => {
    const given = new DataTransfer();
    given.items.add(new File(["Dropped"], "dropped.txt"));
    document.body.dispatchEvent(
      new DragEvent("drop", { dataTransfer: given, bubbles: true, cancelable: true }),
    );
    const pasted = new DataTransfer();
    pasted.items.add(new File(["Pasted"], "pasted.txt"));
    const paste = new ClipboardEvent("paste", { bubbles: true, cancelable: true });
    // Firefox leaves the files of a script's paste out.
    Object.defineProperty(paste, "clipboardData", { value: pasted });
    document.body.dispatchEvent(paste);
  });
  await expect(row("dropped.txt")).toBeVisible();
  await expect(row("pasted.txt")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Files (4)" })).toBeVisible();

  await page.getByRole("button", { name: "Rename notes.txt" }).click();
  await page.keyboard.type("plan");
  await page.keyboard.press("Enter");
  await expect(row("plan.txt")).toBeFocused();
  await expect(row("plan.txt", other)).toBeVisible();
  await page.getByRole("button", { name: "Delete plan.txt" }).click();
  await expect(row("plan.txt", other)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row("plan.txt", other)).toBeVisible();

  // At the end, because Firefox opens a panel that takes the focus.
  const download = page.waitForEvent("download");
  await row("large.bin").click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe("large.bin");
  expect(readFileSync(await saved.path()).equals(large)).toBe(true);
  await expectPath(page, `/tasks/${id}`);
});
