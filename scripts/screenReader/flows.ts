import type { Locator, Page } from "playwright-core";
import type { SessionResponse } from "#contract/shapes/session.ts";
import type { Task } from "#contract/shapes/task.ts";
import type { TestServer } from "../../e2e/support/server.ts";
import type { Desktop } from "./desktop.ts";

/** The actions of a flow. Keys and texts go through the desktop, so that the screen reader sees them. */
interface Stage {
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

/** Orca may have left focus mode for a new element. */
const inFocusMode = ({ desktop }: Stage) => desktop.enterMode("focus");

const text =
  (typed: string) =>
  async ({ desktop, step }: Stage) =>
    step(`Types: ${typed}`, () => desktop.type(typed));

async function inTurn(stage: Stage, ...steps: ((stage: Stage) => Promise<void>)[]) {
  for (const step of steps) await step(stage);
}

const focusCard =
  (title: string, mode: "focus" | "browse" = "focus") =>
  async ({ page, desktop, step }: Stage) =>
    step(`The focus is on ${title}, in ${mode} mode`, async () => {
      await page.getByRole("link", { name: title }).focus({ timeout: 5_000 });
      await desktop.enterMode(mode);
    });

const focusOn =
  (what: string, find: (page: Page) => Locator) =>
  async ({ page, step }: Stage) =>
    step(`The focus is on ${what}`, () => find(page).focus());

const tickOf = (name: string) =>
  focusOn(`the checkbox of ${name}`, (page) =>
    page.getByRole("checkbox", { name: `Select ${name}` }),
  );

const openSignIn = async ({ page, desktop, step }: Stage) =>
  step("The sign-in page opens", async () => {
    await page.evaluate(() => localStorage.clear());
    await page.goto("/login");
    desktop.enterPage();
  });

const signInWith = (stage: Stage, password: string) =>
  inTurn(
    stage,
    openSignIn,
    keys("Tab"),
    text(stage.session.user.email),
    keys("Tab"),
    text(password),
    keys("Return"),
  );

const openBoard = async ({ page, step }: Stage) =>
  step("The board opens", async () => {
    await page.goto("/kanban");
    await page.locator("style[data-rfd-always]").waitFor({ state: "attached" });
  });

/** The calls of a path fail during the flow. */
async function answersWith500({ page }: Stage, end: string, act: () => Promise<void>) {
  const refuse = (url: URL) => url.pathname.endsWith(end);
  await page.route(refuse, (route) =>
    route.fulfill({ status: 500, json: { error: "Something went wrong" } }),
  );
  await act();
  await page.unroute(refuse);
}

/** The flows. Each begins with a signed-in user and four tasks in To Do. */
export const FLOWS: Record<string, (stage: Stage) => Promise<void>> = {
  "Sign in": (stage) => signInWith(stage, "correct horse"),
  "A sign-in that fails": (stage) => signInWith(stage, "wrong horse"),
  "Read the board": (stage) =>
    inTurn(stage, openBoard, focusCard("Feed the cat"), keys("Down"), keys("Up")),
  "Move a card by keys": (stage) =>
    inTurn(
      stage,
      openBoard,
      focusCard("Feed the cat"),
      keys("space"),
      keys("Right"),
      keys("Right"),
      keys("space"),
    ),
  "Lift a card and cancel": (stage) =>
    inTurn(
      stage,
      openBoard,
      focusCard("Water the plants"),
      keys("space"),
      keys("Right"),
      keys("Escape"),
    ),
  "Move a card by its menu": (stage) =>
    inTurn(
      stage,
      openBoard,
      focusCard("Water the plants"),
      keys("m"),
      keys("Down"),
      keys("Return"),
    ),
  "Move a card in browse mode": (stage) =>
    inTurn(
      stage,
      openBoard,
      focusCard("Bake bread", "browse"),
      keys("b"),
      keys("b"),
      keys("b"),
      keys("b"),
      keys("Return"),
      keys("Right"),
      keys("space"),
    ),
  "A move that fails": (stage) =>
    answersWith500(stage, "/status", () =>
      inTurn(
        stage,
        openBoard,
        focusCard("Bake bread"),
        keys("space"),
        keys("Right"),
        keys("space"),
      ),
    ),
  Undo: (stage) =>
    inTurn(stage, openBoard, focusCard("Feed the cat"), keys("m"), keys("Return"), keys("ctrl+z")),
  "Set a due date": (stage) =>
    inTurn(
      stage,
      openBoard,
      focusCard("Feed the cat"),
      keys("d"),
      keys("Down"),
      keys("Return"),
      inFocusMode,
      keys("d"),
      text("pick"),
      keys("Return"),
      keys("Down"),
      keys("Right"),
      keys("Return"),
    ),
  "Create a task": (stage) =>
    inTurn(stage, openBoard, keys("n"), text("Sweep the yard"), keys("Return")),
  "Filter the board": (stage) =>
    inTurn(stage, openBoard, keys("slash"), text("bread"), keys("ctrl+a", "BackSpace")),
  "Read the keyboard shortcuts": (stage) =>
    inTurn(stage, openBoard, keys("question"), keys("Tab"), keys("Tab"), keys("Escape")),
  "A page that fails": (stage) =>
    answersWith500(stage, "/board", () =>
      inTurn(
        stage,
        ({ page, step }) => step("The board opens", () => page.goto("/kanban")),
        keys("Tab"),
      ),
    ),
  Comment: (stage) =>
    inTurn(
      stage,
      openBoard,
      focusCard("Bake bread"),
      keys("Return"),
      focusOn("the new comment", (page) => page.getByRole("textbox", { name: /comment/i })),
      text("With rye"),
      keys("ctrl+Return"),
      keys("Escape"),
    ),
  "Change several tasks": (stage) =>
    inTurn(
      stage,
      openBoard,
      focusCard("Post a letter"),
      keys("x"),
      keys("shift+Down"),
      inFocusMode,
      keys("s"),
      keys("Down"),
      keys("Return"),
    ),
  "Delete a task": (stage) =>
    inTurn(
      stage,
      ({ page, step, tasks }) => step("A task opens", () => page.goto(`/tasks/${tasks[0]?.id}`)),
      focusOn("its deletion", (page) => page.getByRole("button", { name: "Delete" })),
      keys("Return"),
      keys("Tab"),
      keys("Return"),
    ),
  "Deactivate several users": (stage) =>
    inTurn(
      stage,
      async ({ page, server, step }) => {
        for (const name of ["alan", "barbara"]) {
          await server.signUp({ email: `${name}.member@example.com` });
        }
        await step("The users page opens", () => page.goto("/users"));
      },
      tickOf("Alan Member"),
      keys("space"),
      tickOf("Barbara Member"),
      keys("space"),
      focusOn("the action", (page) => page.getByRole("button", { name: "Deactivate 2" })),
      keys("Return"),
      focusOn("the undo", (page) => page.getByRole("button", { name: /^Undo/ }).last()),
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
      focusOn("the title", (page) => page.getByLabel("Title")),
      text(" today"),
      keys("Return"),
    ),
};
