import { card } from "./support/app.ts";
import { expect, test } from "./support/test.ts";

test("a stand-up: the board alone on the screen, one person after the other; and its filters are there again after another screen @firefox", async ({
  server,
  openAs,
  page,
}) => {
  const ada = await server.signUp({ role: "admin" });
  const me = ada.user.id;
  await server.addTask(ada, { title: "Water the plants", assignee_id: me });
  await server.addTask(ada, { title: "Feed the cat", status: "In Progress", assignee_id: null });
  await openAs(ada, "/kanban");
  const faces = page.getByRole("group", { name: "People with cards" });
  const menu = page.getByRole("navigation", { name: "Main" });
  await expect(faces).toBeVisible();
  await page.keyboard.press("Shift+F");
  await expect(menu).toBeHidden();
  await expect(page.getByRole("banner")).toBeHidden();
  await faces.getByRole("button").nth(0).click();
  await expect(card(page, "Water the plants")).toHaveCount(0);
  await expect(card(page, "Feed the cat")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(card(page, "Feed the cat")).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  await expect(card(page, "Water the plants")).toHaveCount(0);
  await page.getByRole("button", { name: "Leave full screen" }).click();
  await expect(menu).toBeVisible();

  await menu.getByRole("link", { name: "Tasks" }).click();
  await expect(page.getByRole("heading", { name: "All Tasks" })).toBeVisible();
  await menu.getByRole("link", { name: "Progress" }).click();
  await expect(page).toHaveURL(/\/kanban\?assignee=none$/);
  await expect(card(page, "Water the plants")).toHaveCount(0);
  await faces.getByRole("button", { pressed: true }).click();
  await expect(card(page, "Water the plants")).toBeVisible();
});
