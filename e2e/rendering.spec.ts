import { expect, test } from "./support/test.ts";

/* Tests that need more than the DOM: pixels and positions. */

test("a dialog over a dialog leaves the title of the first visible @chromium", async ({
  page,
  server,
  openAs,
}) => {
  const admin = await server.signUp({ role: "admin" });
  await server.call("POST", "/api/teams", { name: "Garden" }, admin.accessToken);
  await openAs(admin, "/teams");
  await page.getByRole("button", { name: "Garden" }).click();
  await page.getByRole("button", { name: "+ Add Member" }).click();
  const title = page.getByRole("heading", { name: "Garden", exact: true, includeHidden: true });
  const above = page.getByRole("dialog", { name: "Add Member to Garden" });
  await expect(above).toBeVisible();
  const [lower, upper] = [await title.last().boundingBox(), await above.boundingBox()];
  expect((lower?.y ?? 0) + (lower?.height ?? 0)).toBeLessThan(upper?.y ?? 0);
});

test("a long address can be read in the table of users @chromium", async ({
  page,
  server,
  openAs,
}) => {
  const email = `${"long.address.of.a.person".repeat(2)}@subdomain.taskdeck.example`;
  await server.signUp({ email });
  const admin = await server.signUp({ email: "grace@example.com", role: "admin" });
  for (const width of [1366, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await openAs(admin, "/users");
    const cell = page.getByRole("cell", { name: email });
    await expect(cell).toBeVisible();
    expect(await cell.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
  }
});

test("at 320 px the day labels of the deadlines chart don't touch", async ({
  page,
  server,
  openAs,
}) => {
  const session = await server.signUp();
  const due_date = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await server.addTask(session, { due_date });
  await page.setViewportSize({ width: 320, height: 800 });
  await openAs(session, "/");
  const chart = page.getByRole("figure", { name: /^Upcoming Deadlines/ });
  await expect(chart.getByText("Tasks Due")).toBeVisible();
  const boxes = await chart.locator("text").evaluateAll((texts) =>
    texts
      .filter((text) => /^\d+$/.test(text.textContent ?? "") && text.checkVisibility())
      .map((text) => text.getBoundingClientRect())
      .map(({ left, right, top }) => ({ left, right, top })),
  );
  const days = boxes.filter(({ top }) => top === Math.max(...boxes.map((box) => box.top)));
  expect(days.length).toBeGreaterThan(5);
  for (const [index, day] of days.slice(1).entries()) {
    expect(day.left).toBeGreaterThan((days[index]?.right ?? 0) + 2);
  }
});

test("no card is laid out before it is styled, and an element that is added restyles no card @chromium", async ({
  page,
  browser,
  server,
  openAs,
}) => {
  const session = await server.signUp();
  for (let number = 1; number <= 20; number += 1)
    await server.addTask(session, { title: `Task ${number}` });
  for (const path of ["/kanban", "/tasks"]) {
    await openAs(session, path);
    const cards = page.locator("[data-card]");
    await expect(cards.nth(5)).toBeVisible();
    const containers = await cards.evaluateAll((slots) =>
      slots
        .flatMap((slot) => [slot, ...slot.querySelectorAll("*")])
        .filter((one) => getComputedStyle(one).containerType !== "normal"),
    );
    expect(containers).toEqual([]);
    // The page's late code adds elements too.
    await expect(async () => {
      await browser.startTracing(page, { categories: ["devtools.timeline"] });
      await page.evaluate(async () => {
        document.body.append(document.createElement("div"));
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
      });
      const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as {
        traceEvents: { name: string; args: { elementCount?: number } }[];
      };
      const passes = traceEvents.filter(({ name }) => name === "UpdateLayoutTree");
      expect(passes.length).toBeGreaterThan(0);
      const restyled = passes.map(({ args }) => args.elementCount ?? 0);
      expect(Math.max(...restyled)).toBeLessThan(await cards.count());
    }).toPass({ timeout: 20_000 });
  }
});

test("the main style sheet, which sets the order of the layers, is the first one on every page", async ({
  page,
  server,
  openAs,
}) => {
  const session = await server.signUp({ role: "admin" });
  const { id } = await server.addTask(session);
  for (const path of ["/", "/kanban", "/tasks", "/tasks?status=Todo", `/tasks/${id}`, "/users"]) {
    await openAs(session, path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const sheets = await page.evaluate(() => Array.from(document.styleSheets, ({ href }) => href));
    expect(sheets[0], path).toContain("/assets/main.");
  }
});
