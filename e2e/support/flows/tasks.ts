import type { BoardResponse } from "#contract/board.ts";
import type { TaskStatus } from "#contract/task.ts";
import { paths } from "#lib/paths.ts";
import { card, column, discard, expectPath } from "../app.ts";
import type { Change, ReadFlow } from "../matrix.ts";
import type { Stage } from "../stage.ts";
import { expect } from "../test.ts";

let count = 0;
/** A title that no other task has. */
const fresh = (what: string) => `${what} ${(count += 1)}`;

/**
 * After some faults the app retries only after three seconds, so one flow of this request is enough.
 */
const TESTED_BY_SEARCH = "The search sends the same request, and runs under this fault.";

const LABELS = { Todo: "To Do", "In Progress": "In Progress", Done: "Done" } as const;

/** Expects each column to show exactly the server's cards. */
async function expectBoardAsServed({ page, call }: Stage): Promise<void> {
  const { board } = await call<BoardResponse>("GET", "/api/kanban/board");
  for (const [status, label] of Object.entries(LABELS)) {
    const titles = board[status as TaskStatus].map(({ title }) => title);
    await expect(column(page, label).getByRole("link")).toHaveText(titles);
  }
}

/** Opens the task's page from the list. */
async function goToTask({ page, server, session, reopen }: Stage, title: string): Promise<string> {
  const { id } = await server.addTask(session, { title });
  await reopen("Tasks");
  await card(page, title).click();
  await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
  return id;
}

export const openDashboard: ReadFlow = {
  kind: "read",
  name: "open the dashboard",
  calls: /^GET \/api\/(dashboard\/stats|tasks\/overdue)$/,
  begin: async ({ page, goTo }) => {
    await goTo("Profile");
    return {
      open: () => page.goto(paths.dashboard),
      shown: () => expect(page.getByText("Total Tasks")).toBeVisible(),
      failed: page.getByRole("main").getByText("Failed to load dashboard"),
    };
  },
};

export const openBoard: ReadFlow = {
  kind: "read",
  name: "open the board",
  calls: /^GET \/api\/kanban\/board$/,
  begin: async (stage) => {
    const { page, server, session, goTo } = stage;
    await goTo("Profile");
    const { title } = await server.addTask(session, { title: fresh("Plant a tree") });
    return {
      open: () => page.goto(paths.board),
      shown: async () => {
        await expect(card(column(page, "To Do"), title)).toBeVisible();
      },
      failed: page.getByRole("main").getByText("Failed to load kanban board"),
    };
  },
};

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
        await page.getByRole("button", { name: `Move to… (${title})` }).click();
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

export const filter: ReadFlow = {
  kind: "read",
  name: "filter the list",
  calls: /^GET \/api\/tasks\/search$/,
  without: { cut: TESTED_BY_SEARCH, "answers 500": TESTED_BY_SEARCH },
  begin: async ({ page, server, session, reopen }) => {
    const title = fresh("Urgent");
    await server.addTask(session, { title, priority: "High" });
    await server.addTask(session, { title: "Some day", priority: "Low" });
    await reopen("Tasks");
    await expect(card(page, "Some day").first()).toBeVisible();
    return {
      open: () => page.getByLabel("Priority", { exact: true }).selectOption("High"),
      shown: async () => {
        await expect(card(page, title)).toBeVisible();
        await expect(card(page, "Some day")).toHaveCount(0);
      },
      failed: page.getByRole("main").getByText("Failed to load tasks"),
    };
  },
};

export const turnPage: ReadFlow = {
  kind: "read",
  name: "turn the list's page",
  calls: /^GET \/api\/tasks\/search$/,
  without: { "drop before": TESTED_BY_SEARCH, cut: TESTED_BY_SEARCH },
  begin: async ({ page, call, server, session, reopen }) => {
    const search = await call<{ pagination: { total: number } }>(
      "GET",
      "/api/tasks/search?limit=1",
    );
    for (let number = search.pagination.total; number < 51; number += 1) {
      await server.addTask(session, { title: `Task number ${number}` });
    }
    // A cached page is shown at once and refetched, so the fault must hit the next page.
    const answer = page.waitForResponse((response) => response.url().includes("/api/tasks/search"));
    await reopen("Tasks");
    await answer;
    await expect(page.getByText("Page 1 of 2")).toBeVisible();
    return {
      open: () => page.getByRole("button", { name: "Next" }).click(),
      shown: async () => {
        await expect(page.getByText("Page 2 of 2")).toBeVisible();
        await expect(card(page, "Task number 0")).toBeVisible();
      },
      failed: page.getByRole("main").getByText("Failed to load tasks"),
    };
  },
};

export const openTask: ReadFlow = {
  kind: "read",
  name: "open a task",
  calls: /^GET \/api\/tasks\/[^/]+(\/comments)?$/,
  begin: async ({ page, server, session, reopen }) => {
    const { id, title } = await server.addTask(session, { title: fresh("Read me") });
    await reopen("Tasks");
    const link = card(page, title);
    await expect(link).toBeVisible();
    const heading = page.getByRole("heading", { name: title, level: 1 });
    return {
      open: () => link.click(),
      shown: async () => {
        await expect(heading).toBeVisible();
        await expect(page.getByText("No comments yet")).toBeVisible();
        await expectPath(page, paths.task(id));
      },
      failed: page
        .getByRole("region", { name: "Notifications" })
        .getByText("Failed to load task", { exact: true }),
      // A task that can't be loaded redirects to the list (§8). Until then the page shows what the
      // list knows of it.
      again: async () => {
        await expect(async () => {
          if (await link.isVisible()) await link.click();
          await expect(page.getByText("No comments yet")).toBeVisible({ timeout: 5_000 });
        }).toPass();
      },
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
      },
    };
  },
};

export const editTask: Change = {
  kind: "change",
  name: "edit a task",
  calls: /^PUT \/api\/tasks\/[^/]+$/,
  begin: async (stage) => {
    const { page } = stage;
    await goToTask(stage, fresh("Mend the fence"));
    await page.getByRole("button", { name: "Edit Task" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Task" });
    const text = fresh("With wire");
    await dialog.getByLabel("Description").fill(text);
    const shown = async () => {
      await expect(page.getByRole("main").getByText(text, { exact: true })).toBeVisible();
    };
    return {
      send: () => dialog.getByRole("button", { name: "Update Task" }).click(),
      whilePending: () =>
        expect(dialog.getByRole("button", { name: "Updating..." })).toBeDisabled(),
      success: "Task updated successfully! ✅",
      failure: "Failed to save task. Please try again.",
      refused: "Something went wrong",
      kept: () => expect(dialog.getByLabel("Description")).toHaveValue(text),
      shown,
      unsure: {
        shows: async () => {
          await discard(page, dialog);
          await shown();
        },
      },
    };
  },
};

export const deleteTask: Change = {
  kind: "change",
  name: "delete a task",
  calls: /^DELETE \/api\/tasks\/[^/]+$/,
  begin: async (stage) => {
    const { page } = stage;
    const title = fresh("Throw away");
    await goToTask(stage, title);
    const question = page.getByRole("alertdialog");
    return {
      send: async () => {
        await page.getByRole("button", { name: "Delete" }).click();
        await question.getByRole("button", { name: "Delete" }).click();
      },
      whilePending: () => expect(question).toBeVisible(),
      success: "Task deleted successfully",
      failure: "Failed to delete task",
      refused: "Something went wrong",
      shown: async () => {
        await expectPath(page, paths.tasks);
        await expect(card(page, title)).toHaveCount(0);
      },
      unsure: {
        shows: async () => {
          await expect(page.getByRole("heading", { name: "Task not found" })).toBeVisible();
        },
      },
    };
  },
};

export const comment: Change = {
  kind: "change",
  name: "comment on a task",
  calls: /^POST \/api\/tasks\/[^/]+\/comments$/,
  begin: async (stage) => {
    const { page, call } = stage;
    const id = await goToTask(stage, fresh("Talk about it"));
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
    };
  },
};
