import type { Page } from "@playwright/test";
import { card, centre, column, dragTo, expectPath } from "./support/app.ts";
import { expect, expectToast, test } from "./support/test.ts";
import { Finger } from "./support/touch.ts";

const TITLE = "Water the plants";

test.beforeEach(async ({ server, openAs, page }) => {
  const session = await server.signUp();
  await server.addTask(session, { title: "Feed the cat" });
  await server.addTask(session, { title: TITLE });
  await server.addTask(session, { title: "Sweep the yard", status: "Done" });
  await openAs(session, "/kanban");
  await expect(card(column(page, "To Do"), TITLE)).toBeVisible();
});

/** Expects a card in one column only. */
async function expectIn(page: Page, label: "To Do" | "In Progress" | "Done", title = TITLE) {
  await expect(card(column(page, label), title)).toBeVisible();
  await expect(card(page, title)).toHaveCount(1);
}

test("several quick drags all reach the server", async ({ page }) => {
  for (const label of ["Done", "To Do", "In Progress", "Done"] as const) {
    await dragTo(page, card(page, TITLE), column(page, label));
    await expectIn(page, label);
  }
  await dragTo(page, card(page, "Feed the cat"), column(page, "In Progress"));
  await expectIn(page, "In Progress", "Feed the cat");
  // Equal toasts merge while they show.
  await expect(page.getByText(/^(Task|2 tasks) moved to In Progress$/).first()).toBeVisible();
  await page.reload();
  await expectIn(page, "Done");
  await expectIn(page, "In Progress", "Feed the cat");
});

test("a drop outside the columns, or Escape during a drag, moves no card @firefox", async ({
  page,
}) => {
  const patches: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") patches.push(request.url());
  });
  const from = await centre(card(page, TITLE));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 200, from.y - 40, { steps: 8 });
  await page.mouse.move(700, 5, { steps: 8 });
  await page.mouse.up();
  await expectIn(page, "To Do");

  const to = await centre(column(page, "Done"));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 12 });
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expectIn(page, "To Do");
  await expectPath(page, "/kanban");
  expect(patches).toEqual([]);
});

test("a click on a card opens the task, even if the pointer moves less than 8 px @firefox", async ({
  page,
}) => {
  const at = await centre(card(page, TITLE));
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 4, at.y + 3);
  await page.mouse.up();
  await expect(page).toHaveURL(/\/tasks\/[\w-]+$/);
});

test("a card can be moved by keyboard @firefox", async ({ page }) => {
  await card(page, TITLE).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText(`Lifted ${TITLE} in To Do.`)).toBeAttached();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText("Over In Progress.")).toBeAttached();
  await page.keyboard.press("Space");
  await expectIn(page, "In Progress");
  await expectToast(page, "Task moved to In Progress");
  await expect(card(page, TITLE)).toBeFocused();

  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Escape");
  await expectIn(page, "In Progress");
  await page.reload();
  await expectIn(page, "In Progress");
});

/** Notes the columns that come into view. A slow test might not see those that are left again. */
async function columnsInView(page: Page): Promise<() => Promise<string[]>> {
  const noted = await page.evaluateHandle(() => {
    const names: string[] = [];
    const note = (entries: IntersectionObserverEntry[]) => {
      for (const { target, isIntersecting } of entries)
        if (isIntersecting) names.push(target.querySelector("h2")?.textContent ?? "");
    };
    const observer = new IntersectionObserver(note, { threshold: 0.9 });
    for (const region of document.querySelectorAll("main section")) observer.observe(region);
    return names;
  });
  return () => noted.jsonValue();
}

test.describe("on a touch screen @chromium", () => {
  test.use({ hasTouch: true });

  test("a long press drags a card", async ({ page }) => {
    const finger = await Finger.of(page);
    const from = await centre(card(page, TITLE));
    const to = await centre(column(page, "Done"));
    await finger.down(from);
    // A drag begins after 200 ms (§9).
    await expect(page.getByText(`Lifted ${TITLE} in To Do.`)).toBeAttached();
    await finger.move(from, to);
    await finger.up();
    await expectIn(page, "Done");
    await expectToast(page, "Task moved to Done");
    await page.reload();
    await expectIn(page, "Done");
  });

  test("on a phone, a card at the edge rests on the next column, and then on the last", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const finger = await Finger.of(page);
    const from = await centre(card(page, TITLE));
    await finger.down(from);
    await expect(page.getByText(`Lifted ${TITLE} in To Do.`)).toBeAttached();
    const edge = { x: 385, y: from.y + 20 };
    const seen = await columnsInView(page);
    await finger.move(from, edge);
    await expect.poll(seen).toEqual(["To Do", "In Progress", "Done"]);
    await finger.move(edge, { x: 195, y: edge.y });
    await expect(page.getByText("Over Done.")).toBeAttached();
    await finger.up();
    await expectIn(page, "Done");
  });

  test("a swipe scrolls, and a tap opens the task", async ({ page }) => {
    const patches: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "PATCH") patches.push(request.url());
    });
    const finger = await Finger.of(page);
    const from = await centre(card(page, "Sweep the yard"));
    // To the left, because a swipe to the right means Back.
    const to = await centre(column(page, "In Progress"));
    await finger.down(from);
    await finger.move(from, to);
    // The finger rests: a tap on a board that still glides stops it, and opens nothing.
    await finger.move(to, to);
    await finger.up();
    await expectIn(page, "Done", "Sweep the yard");
    expect(patches).toEqual([]);
    await page.touchscreen.tap(from.x, from.y);
    await expect(page).toHaveURL(/\/tasks\/[\w-]+$/);
  });
});
