import { describe, expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { COMMENT_MAX, COMMENTS_SHOWN } from "#contract/comment.ts";
import type { TaskResponse } from "#contract/task.ts";
import { formatInstantFull } from "#lib/dates/day.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { enterText } from "#testing/screens/enterText.ts";

const ADD = "POST /api/tasks/{id}/comments";
const LIST = "GET /api/tasks/{id}/comments";

const area = () => screen.getByRole("textbox", { name: "Add a comment" });
const button = () => screen.getByRole("button", { name: "Add Comment" });
const region = () => screen.getByRole("region", { name: /^Comments/ });
const section = () => within(region());
const shownComments = () =>
  [...region().querySelectorAll("article")].map((it) => it.lastElementChild?.textContent);
const toast = (text: string) => screen.findByText(text);

async function prepare(...comments: string[]) {
  const backend = await openBackend();
  const grace = await backend.as("admin", { name: "Grace Hopper" });
  const input = { title: "Write the report", priority: "High" };
  const { body } = await grace.call("POST", "/api/tasks", input);
  const { id } = (body as TaskResponse).task;
  for (const comment of comments) {
    await grace.call("POST", `/api/tasks/${id}/comments`, { comment });
    // The server's clock stands still, but the next comment must be later.
    backend.clock.advance(1000);
  }
  return { backend, path: `/tasks/${id}` };
}

async function openComments(...comments: string[]) {
  const app = await renderApp({ ...(await prepare(...comments)), as: "member" });
  await screen.findByRole("textbox", { name: "Add a comment" });
  await waitFor(() => expect(screen.queryByText("Loading comments…")).toBeNull());
  return app;
}

describe("the comments of a task", () => {
  test("show newest first, with author, relative time and the full date on hover", async () => {
    const { backend } = await openComments("First", "Second\nline");
    expect(shownComments()).toEqual(["Second\nline", "First"]);
    expect(section().getAllByText("Grace Hopper")).toHaveLength(2);
    const time = section().getAllByText(/ago$/)[0];
    const { created_at } = await backend.db
      .selectFrom("comments")
      .select("created_at")
      .orderBy("created_at", "desc")
      .executeTakeFirstOrThrow();
    expect(time).toHaveAttribute("datetime", created_at);
    expect(time).toHaveAttribute("title", formatInstantFull(created_at));
  });

  test("show 'No comments yet' if the task has none", async () => {
    await openComments();
    expect(section().getByText("No comments yet")).toBeVisible();
  });

  test("show an error if they fail to load, and load on retry", async () => {
    const { backend, path } = await prepare("First");
    backend.fail(LIST, { status: 500 });
    const { user } = await renderApp({ backend, path, as: "member" });
    expect(await screen.findByText("Failed to load comments")).toBeVisible();
    await user.click(await section().findByRole("button", { name: "Try again" }));
    await waitFor(() => expect(shownComments()).toEqual(["First"]));
  });
});

describe("older comments", () => {
  const older = () => screen.findByRole("button", { name: "Show older comments" });

  /** Opens a task with `count` comments. The newest is "Comment 1". */
  async function openMany(count: number) {
    const { backend, path } = await prepare("Comment 1");
    const first = await backend.db.selectFrom("comments").selectAll().executeTakeFirstOrThrow();
    const rows = Array.from({ length: count - 1 }, (_none, at) => ({
      ...first,
      id: `comment-${at + 2}`,
      comment: `Comment ${at + 2}`,
      created_at: new Date(Date.parse(first.created_at) - (at + 1) * 60_000).toISOString(),
    }));
    await backend.db.insertInto("comments").values(rows).execute();
    const app = await renderApp({ backend, path, as: "member" });
    await waitFor(() => expect(shownComments()).toHaveLength(Math.min(count, COMMENTS_SHOWN)));
    return app;
  }
  const numbered = (count: number) =>
    Array.from({ length: count }, (_none, at) => `Comment ${at + 1}`);

  test("load by a button that stays while there are more, and are announced", async () => {
    const { user } = await openMany(2 * COMMENTS_SHOWN + 5);
    expect(screen.getByRole("heading", { name: "Comments (205)" })).toBeVisible();
    const button = await older();
    button.focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(shownComments()).toEqual(numbered(2 * COMMENTS_SHOWN)));
    expect(section().getByText("100 older comments shown")).toBeInTheDocument();
    expect(button).toHaveFocus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(shownComments()).toEqual(numbered(2 * COMMENTS_SHOWN + 5)));
    expect(section().getByText("5 older comments shown")).toBeInTheDocument();
    expect(button).not.toBeInTheDocument();
    // The focused button is gone, so the focus moves to the first comment that it loaded.
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/Comment 201$/));
  });

  test("show an error if they fail to load, and load on retry", async () => {
    const { user, backend } = await openMany(COMMENTS_SHOWN + 1);
    backend.fail(LIST, { status: 400, body: { error: "No" } });
    await user.click(await older());
    expect(await section().findByRole("alert")).toHaveTextContent("Failed to load older comments");
    expect(shownComments()).toHaveLength(COMMENTS_SHOWN);
    await user.click(section().getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(shownComments()).toEqual(numbered(COMMENTS_SHOWN + 1)));
    expect(section().queryByRole("alert")).toBeNull();
  });

  test("stay when a new comment is added, and load after a refetch in progress", async () => {
    const { user, backend } = await openMany(2 * COMMENTS_SHOWN);
    const held = backend.delay(LIST, 1);
    await enterText(user, area(), "Brand new");
    await user.click(button());
    await held.arrived;
    await user.click(await older());
    held.release();
    const all = ["Brand new", ...numbered(2 * COMMENTS_SHOWN)];
    await waitFor(() => expect(shownComments()).toEqual(all.slice(0, 2 * COMMENTS_SHOWN)));
    expect(screen.getByRole("heading", { name: "Comments (201)" })).toBeVisible();
    await user.click(await older());
    await waitFor(() => expect(shownComments()).toEqual(all));
  });
});

describe("writing a comment", () => {
  test("shows the new comment on top with a toast, and empties the form", async () => {
    const { user, backend } = await openComments("First");
    await user.type(area(), "  Well{Enter}done ");
    await user.click(button());
    await toast("Comment added ✅");
    await waitFor(() => expect(shownComments()).toEqual(["Well\ndone", "First"]));
    expect(backend.callsOf(ADD)[0]?.body).toEqual({ comment: "Well\ndone" });
    expect(area()).toHaveValue("");
    expect(area()).toHaveFocus();
  });

  test("shows the new comment if the response is only an id", async () => {
    const { user, backend } = await openComments("First");
    backend.answer(ADD, { id: 7 });
    backend.fail(LIST, { status: 500 });
    await enterText(user, area(), "Just this");
    await user.click(button());
    await waitFor(() => expect(shownComments()).toEqual(["Just this", "First"]));
    expect(section().getByText("Ada Lovelace")).toBeVisible();
  });

  test("Control+Enter and Meta+Enter send the comment", async () => {
    const { user, backend } = await openComments();
    await user.type(area(), "One{Control>}{Enter}{/Control}");
    await waitFor(() => expect(shownComments()).toEqual(["One"]));
    // The form sends nothing while it is busy.
    await waitFor(() => expect(button()).toBeVisible());
    expect(area()).toHaveValue("");
    backend.clock.advance(1000);
    await user.type(area(), "Two{Meta>}{Enter}{/Meta}");
    await waitFor(() => expect(shownComments()[0]).toBe("Two"));
  });

  test("an empty comment cannot be sent", async () => {
    const { user, backend } = await openComments();
    expect(button()).toBeDisabled();
    await user.type(area(), "  {Enter} \u200b");
    expect(button()).toBeDisabled();
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(area()).toHaveAccessibleDescription("Comment cannot be empty");
    expect(backend.callsOf(ADD)).toEqual([]);
    await user.type(area(), "x");
    expect(area()).not.toHaveAccessibleDescription(/empty/);
    expect(button()).toBeEnabled();
  });

  test("an overlong comment shows an error", async () => {
    const { user, backend } = await openComments();
    await user.click(area());
    await user.paste("x".repeat(COMMENT_MAX + 1));
    expect(section().getByText("5,001 of 5,000 characters")).toBeVisible();
    await user.click(button());
    expect(section().getByText("Comment must be at most 5000 characters")).toBeVisible();
    expect(backend.callsOf(ADD)).toEqual([]);
  });

  test("a failure shows the server's error or its own, and keeps the draft", async () => {
    const { user, backend } = await openComments();
    backend.fail(ADD, { status: 403, body: { error: "Comments are closed" } });
    await enterText(user, area(), "Precious words");
    await user.click(button());
    await toast("Comments are closed");
    await waitFor(() => expect(button()).toBeEnabled());
    backend.fail(ADD, "unreachable");
    await user.click(button());
    await toast("Failed to add comment");
    expect(area()).toHaveValue("Precious words");
    await waitFor(() => expect(button()).toBeEnabled());
    await user.click(button());
    await waitFor(() => expect(shownComments()).toEqual(["Precious words"]));
  });

  test("sends one request, with the button disabled until the response", async () => {
    const { user, backend } = await openComments();
    const held = backend.delay(ADD);
    await user.type(area(), "Only once{Control>}{Enter}{/Control}");
    expect(await screen.findByRole("button", { name: "Adding..." })).toBeDisabled();
    await user.keyboard("{Control>}{Enter}{/Control}");
    held.release();
    await waitFor(() => expect(shownComments()).toEqual(["Only once"]));
    expect(backend.callsOf(ADD)).toHaveLength(1);
  });
});
