import type { BoardResponse } from "#contract/shapes/board.ts";
import type { TaskStatus } from "#contract/task.ts";
import { card, column, discard } from "../app.ts";
import type { Change, ReadFlow } from "../matrix.ts";
import type { Stage } from "../stage.ts";
import { expect } from "../test.ts";

let count = 0;
/** A title that no other task has. */
const fresh = (what: string) => `${what} ${(count += 1)}`;

const LABELS = { Todo: "To Do", "In Progress": "In Progress", Done: "Done" } as const;

/** Expects each column to show exactly the server's cards. */
async function expectBoardAsServed({ page, call }: Stage): Promise<void> {
  const { board } = await call<BoardResponse>("GET", "/api/kanban/board");
  for (const [status, label] of Object.entries(LABELS)) {
    const titles = board[status as TaskStatus].map(({ title }) => title);
    await expect(column(page, label).getByRole("link")).toHaveText(titles);
  }
}

export const moveCard: Change = {
  kind: "change",
  name: "move a card",
  calls: /^PATCH \/api\/kanban\/[^/]+\/status$/,
  begin: async (stage) => {
    const { page, server, session, reopen } = stage;
    const { title } = await server.addTask(session, { title: fresh("Mow the lawn") });
    await reopen("Progress");
    await expect(card(column(page, "To Do"), title)).toBeVisible();
    const isDone = () => expect(card(column(page, "Done"), title)).toBeVisible();
    return {
      send: async () => {
        await page.getByRole("button", { name: `Actions (${title})` }).click();
        await page.getByRole("menuitem", { name: "Move to Done" }).click();
      },
      whilePending: isDone,
      success: "Task moved to Done",
      failure: "Failed to update task status",
      shown: async () => {
        await isDone();
        await expectBoardAsServed(stage);
      },
      unsure: { says: "Task moved to Done" },
      waits: true,
    };
  },
};

export const search: ReadFlow = {
  kind: "read",
  name: "search the list",
  calls: /^GET \/api\/tasks\/search$/,
  begin: async ({ page, server, session, reopen }) => {
    const title = fresh("Needle");
    await server.addTask(session, { title });
    await server.addTask(session, { title: "Haystack" });
    await reopen("Tasks");
    // The list comes back with its last search.
    await page.getByPlaceholder("Search tasks...").fill("");
    await expect(card(page, "Haystack").first()).toBeVisible();
    return {
      open: () => page.getByPlaceholder("Search tasks...").fill(title),
      shown: async () => {
        await expect(card(page, title)).toBeVisible();
        await expect(card(page, "Haystack")).toHaveCount(0);
      },
      failed: page.getByRole("main").getByText("Failed to load tasks"),
    };
  },
};

export const createTask: Change = {
  kind: "change",
  name: "create a task",
  calls: /^POST \/api\/tasks$/,
  begin: async ({ page, reopen }) => {
    const title = fresh("Bake bread");
    await reopen("Tasks");
    await page.getByRole("button", { name: "+ Add Task" }).click();
    const dialog = page.getByRole("dialog", { name: "Create New Task" });
    await dialog.getByLabel("Title").fill(title);
    const shown = () => expect(card(page, title)).toHaveCount(1);
    return {
      send: () => dialog.getByRole("button", { name: "Create Task" }).click(),
      whilePending: () =>
        expect(dialog.getByRole("button", { name: "Creating..." })).toBeDisabled(),
      success: "Task created successfully! ✅",
      failure: "Failed to save task. Please try again.",
      refused: "Something went wrong",
      kept: () => expect(dialog.getByLabel("Title")).toHaveValue(title),
      shown,
      unsure: {
        // The form stays open, and the list behind it shows the new task.
        shows: async () => {
          await discard(page, dialog);
          await shown();
        },
        // It is sent again with its key, and the server creates one task.
        times: 3,
      },
      repeats: true,
    };
  },
};

export const comment: Change = {
  kind: "change",
  name: "comment on a task",
  calls: /^POST \/api\/tasks\/[^/]+\/comments$/,
  begin: async (stage) => {
    const { page, call, server, session, reopen } = stage;
    const { id, title } = await server.addTask(session, { title: fresh("Talk about it") });
    await reopen("Tasks");
    await card(page, title).click();
    await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    const text = fresh("Well said");
    const area = page.getByLabel("Add a comment");
    await area.fill(text);
    const shown = async () => {
      const comment = page.getByRole("article").filter({ hasText: text });
      await expect(comment).toHaveCount(1);
      const { comments } = await call<{ comments: unknown[] }>("GET", `/api/tasks/${id}/comments`);
      expect(comments).toHaveLength(1);
    };
    return {
      send: () => page.getByRole("button", { name: "Add Comment" }).click(),
      whilePending: () => expect(page.getByRole("button", { name: "Adding..." })).toBeDisabled(),
      success: "Comment added ✅",
      failure: "Failed to add comment",
      refused: "Something went wrong",
      kept: () => expect(area).toHaveValue(text),
      shown,
      // The task is open over the list, and covers the menu.
      afterwards: () => page.getByRole("button", { name: "Back" }).click(),
    };
  },
};
