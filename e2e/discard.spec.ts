import { expect, test } from "./support/test.ts";

/** Forms that ask before they discard: the screen's address, the button, and what is typed into. */
const FORMS = [
  ["/tasks", "+ Add Task", "Title"],
  ["/users", "Select by list…", "Email addresses"],
] as const;

test("after Discard the focus is on what opened the form @firefox", async ({
  page,
  server,
  openAs,
}) => {
  const session = await server.signUp({ role: "admin" });
  await openAs(session, "/tasks");
  for (const [path, opener, field] of FORMS) {
    await page.goto(path);
    const button = page.getByRole("button", { name: opener, exact: true });
    await button.press("Enter");
    await page.getByRole("dialog").getByRole("textbox", { name: field }).fill("ada@example.com");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Discard" }).press("Enter");
    await expect(page.getByRole("dialog"), opener).toHaveCount(0);
    await expect(button).toBeFocused();
  }

  // A key opens the form from a card.
  const { title } = await server.addTask(session);
  await page.goto("/kanban");
  const card = page.getByRole("link", { name: title });
  await card.focus();
  await page.keyboard.press("n");
  await page.getByRole("dialog").getByRole("textbox", { name: "Title" }).fill("Another one");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).press("Enter");
  await expect(card).toBeFocused();

  // The form over a task's panel.
  await card.press("Enter");
  const edit = page.getByRole("button", { name: "Edit Task" });
  await expect(edit).toBeEnabled();
  await edit.press("Enter");
  await page.getByRole("dialog").getByRole("textbox", { name: "Title" }).fill("Another");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).press("Enter");
  await expect(edit).toBeFocused();
});
