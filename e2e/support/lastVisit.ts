import type { Page } from "@playwright/test";
import type { SessionResponse } from "#contract/shapes/session.ts";
import { card } from "./app.ts";
import type { TestServer } from "./server.ts";
import { expect, keepSession } from "./test.ts";

/** The title of the only task that the last visit has shown. */
export const TITLE = "Feed the cat";

/** The stored data except settings: the records of IndexedDB, by key. */
export const keptRecords = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    if (!names.includes("taskdeck")) return [];
    return await new Promise<string[]>((resolve, reject) => {
      const opening = indexedDB.open("taskdeck");
      opening.addEventListener("error", () => reject(new Error("No database")));
      opening.addEventListener("success", () => {
        const database = opening.result;
        const keys = database.transaction("lastSeen").objectStore("lastSeen").getAllKeys();
        keys.addEventListener("success", () => {
          database.close();
          resolve(keys.result.map(String));
        });
      });
    });
  });

/** Waits until the last board is stored. */
export async function expectBoardKept(page: Page): Promise<void> {
  await expect.poll(() => keptRecords(page)).toContain("board");
}

/** Creates a user who has seen a task on the board, in this browser. */
export async function visitOnce(page: Page, server: TestServer): Promise<SessionResponse> {
  const session = await server.signUp();
  await server.addTask(session, { title: TITLE });
  await keepSession(page, session);
  await page.goto("/kanban");
  await expect(card(page, TITLE)).toBeVisible();
  await expectBoardKept(page);
  return session;
}
