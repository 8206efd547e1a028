import type { Page } from "playwright-core";
import type { SessionResponse } from "#contract/session.ts";
import type { Task } from "#contract/task.ts";
import type { TestServer } from "../../e2e/support/server.ts";
import type { Desktop } from "./desktop.ts";

/** What a flow can do. Keys and texts go through the desktop, so that the screen reader sees them. */
export interface Stage {
  page: Page;
  desktop: Desktop;
  server: TestServer;
  session: SessionResponse;
  tasks: readonly Task[];
  /** Does something, waits until the screen reader is silent, and notes what it said. */
  step: (what: string, act: () => unknown) => Promise<void>;
}

const keys =
  (...names: string[]) =>
  async ({ desktop, step }: Stage) =>
    step(`Keys: ${names.join(", ")}`, () => desktop.press(...names));

const text =
  (typed: string) =>
  async ({ desktop, step }: Stage) =>
    step(`Types: ${typed}`, () => desktop.type(typed));

async function inTurn(stage: Stage, ...steps: ((stage: Stage) => Promise<void>)[]) {
  for (const step of steps) await step(stage);
}

const focusCard =
  (title: string) =>
  async ({ page, desktop, step }: Stage) =>
    step(`The focus is on ${title}, in focus mode`, async () => {
      await page.getByRole("link", { name: title }).focus({ timeout: 5_000 });
      await desktop.enterFocusMode();
    });

const openBoard = async ({ page, step }: Stage) =>
  step("The board opens", async () => {
    await page.goto("/kanban");
    await page.locator("style[data-rfd-always]").waitFor({ state: "attached" });
  });

async function answersWith500({ page }: Stage, act: () => Promise<void>) {
  const refuse = (url: URL) => url.pathname.endsWith("/status");
  await page.route(refuse, (route) =>
    route.fulfill({ status: 500, json: { error: "Something went wrong" } }),
  );
  await act();
  await page.unroute(refuse);
}

/** The flows in their order: each begins where the one before ended. */
export const FLOWS: Record<string, (stage: Stage) => Promise<void>> = {
  "Sign in": (stage) =>
    inTurn(
      stage,
      ({ page, desktop, step }) =>
        step("The sign-in page opens", async () => {
          await page.goto("/login");
          desktop.enterPage();
        }),
      keys("Tab"),
      text("ada.lovelace@example.com"),
      keys("Tab"),
      text("correct horse"),
      keys("Return"),
    ),
  "Read the board": (stage) =>
    inTurn(stage, openBoard, focusCard("Feed the cat"), keys("Down"), keys("Up")),
  "Move a card by keys": (stage) =>
    inTurn(stage, keys("space"), keys("Right"), keys("Right"), keys("space")),
  "Lift a card and cancel": (stage) =>
    inTurn(stage, focusCard("Water the plants"), keys("space"), keys("Right"), keys("Escape")),
  "Move a card by its menu": (stage) =>
    inTurn(stage, focusCard("Water the plants"), keys("m"), keys("Down"), keys("Return")),
  "A move that fails": (stage) =>
    answersWith500(stage, () =>
      inTurn(stage, focusCard("Bake bread"), keys("space"), keys("Right"), keys("space")),
    ),
  Undo: (stage) => inTurn(stage, keys("ctrl+z")),
  "Create a task": (stage) => inTurn(stage, keys("n"), text("Sweep the yard"), keys("Return")),
  "Filter the board": (stage) =>
    inTurn(stage, keys("slash"), text("bread"), keys("ctrl+a", "BackSpace")),
  Comment: (stage) =>
    inTurn(
      stage,
      focusCard("Bake bread"),
      keys("Return"),
      ({ page, step }) =>
        step("The focus is on the new comment", () =>
          page.getByRole("textbox", { name: /comment/i }).focus(),
        ),
      text("With rye"),
      keys("ctrl+Return"),
      keys("Escape"),
    ),
  "Change several tasks": (stage) =>
    inTurn(
      stage,
      openBoard,
      focusCard("Bake bread"),
      keys("x"),
      keys("shift+Down"),
      keys("s"),
      keys("Down"),
      keys("Return"),
    ),
  "A conflict": (stage) =>
    inTurn(
      stage,
      async ({ page, step, tasks }) =>
        step("The form of a task opens", async () => {
          await page.goto(`/tasks/${tasks[0]?.id}`);
          await page.getByRole("button", { name: "Edit" }).click();
        }),
      async ({ server, session, tasks: [task], step }) =>
        step("Another user renames the task", async () => {
          const { title: _title, ...rest } = task as Task;
          const body = { ...rest, title: "Feed both cats" };
          await server.call("PUT", `/api/tasks/${rest.id}`, body, session.accessToken);
        }),
      ({ page, step }) => step("The focus is on the title", () => page.getByLabel("Title").focus()),
      text(" today"),
      keys("Return"),
    ),
  "Move a card in browse mode": (stage) =>
    inTurn(
      stage,
      openBoard,
      focusCard("Bake bread"),
      keys("Insert+a"),
      keys("b"),
      keys("b"),
      keys("Return"),
      keys("Right"),
      keys("space"),
    ),
};
