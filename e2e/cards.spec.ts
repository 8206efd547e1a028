import type { Locator } from "@playwright/test";
import type { TeamResponse } from "#contract/shapes/team.ts";
import { expect, test } from "./support/test.ts";

const SIZES = [
  { width: 390, height: 844 },
  { width: 680, height: 900 },
  { width: 768, height: 1024 },
  { width: 844, height: 390 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

/** The elements that are not on one line with the first one. */
async function besideLine(first: Locator, others: Locator): Promise<unknown[]> {
  const line = await first.boundingBox();
  const middle = line ? line.y + line.height / 2 : 0;
  const boxes = await Promise.all((await others.all()).map((one) => one.boundingBox()));
  return boxes.filter((box) => !box || box.y > middle || box.y + box.height < middle);
}

for (const { path, facts } of [
  { path: "/kanban", facts: ["priority", "assignee_id"] },
  { path: "/tasks?view=list", facts: ["status", "assignee_id"] },
])
  test(`the facts of a card of ${path} are one line at each size`, async ({
    page,
    server,
    openAs,
  }) => {
    const admin = await server.signUp({ role: "admin" });
    const body = { name: "Customer Success" };
    const { team } = await server.call<TeamResponse>("POST", "/api/teams", body, admin.accessToken);
    await server.addTask(admin, {
      title: "Water the plants",
      description: "- [x] roses\n- [ ] tulips",
      status: "In Progress",
      due_date: "2099-12-30",
      team_id: team.id,
      assignee_id: admin.user.id,
    });
    await openAs(admin, path);
    const card = page.getByRole("article");
    const fact = (name: string) => card.locator(`[data-fact="${name}"]`);
    const others = facts
      .map(fact)
      .reduce((all, one) => all.or(one), card.getByTitle("Team Customer Success"));
    await expect(others).toHaveCount(3);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expect.poll(() => besideLine(fact("due_date"), others)).toEqual([]);
    }
  });
