import { describe, expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { COMMENTS_SHOWN } from "#contract/comment.ts";
import { formatInstantFull } from "#lib/dates/day.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { createTask } from "#testing/screens/create.ts";
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
  const { id } = await createTask(grace, "Write the report");
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
  test("show newest first, with author, relative time and the full date on hover, and a new one above them although its response is only an id", async () => {
    const { user, backend } = await openComments("First", "Second\nline");
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

    backend.answer(ADD, { id: 7 });
    backend.fail(LIST, { status: 500 });
    await enterText(user, area(), "Just this");
    await user.click(button());
    await waitFor(() => expect(shownComments()).toEqual(["Just this", "Second\nline", "First"]));
    expect(section().getByText("Ada Lovelace")).toBeVisible();
  });
});

test("mentions of users stand out in comments and descriptions, those of the user most, but not in code, links and e-mail addresses", async () => {
  const code = "`@Grace Hopper` [@Grace Hopper](https://example.com) **ask @grace hopper**";
  const { backend, path } = await prepare("Ask @Ada Lovelace or @Nobody", code);
  await backend.db.updateTable("tasks").set({ description: "By @Grace Hopper" }).execute();
  await renderApp({ backend, path, as: "member" });
  const mentions = () => [...document.querySelectorAll("main bdi[class]")];
  await waitFor(() =>
    expect(mentions().map(({ textContent, className }) => [textContent, className])).toEqual([
      ["@Grace Hopper", "mention"],
      ["@grace hopper", "mention"],
      ["@Ada Lovelace", "mention own"],
    ]),
  );
});

describe("older comments", () => {
  const numbered = (count: number) =>
    Array.from({ length: count }, (_none, at) => `Comment ${at + 1}`);

  test("load by a button that stays while there are more, beside a new comment and after a failure", async () => {
    const { backend, path } = await prepare("Comment 1");
    const first = await backend.db.selectFrom("comments").selectAll().executeTakeFirstOrThrow();
    const count = 2 * COMMENTS_SHOWN + 5;
    const rows = numbered(count).map((comment, at) =>
      Object.assign({}, first, {
        id: `comment-${at + 1}`,
        comment,
        created_at: new Date(Date.parse(first.created_at) - at * 60_000).toISOString(),
      }),
    );
    await backend.db.insertInto("comments").values(rows.slice(1)).execute();
    const { user } = await renderApp({ backend, path, as: "member" });
    expect(await screen.findByRole("heading", { name: "Comments (205)" })).toBeVisible();
    await waitFor(() => expect(shownComments()).toEqual(numbered(COMMENTS_SHOWN)));

    // The older comments wait for the refetch that follows a new comment.
    const held = backend.delay(LIST, 1);
    await enterText(user, area(), "Brand new");
    await user.click(button());
    await held.arrived;
    const older = await screen.findByRole("button", { name: "Show older comments" });
    older.focus();
    await user.keyboard("{Enter}");
    held.release();
    const all = ["Brand new", ...numbered(count)];
    await waitFor(() => expect(shownComments()).toEqual(all.slice(0, 2 * COMMENTS_SHOWN)));
    expect(screen.getByRole("heading", { name: "Comments (206)" })).toBeVisible();
    expect(section().getByText("100 older comments shown")).toBeInTheDocument();
    expect(older).toHaveFocus();

    backend.fail(LIST, { status: 400, body: { error: "No" } });
    await user.keyboard("{Enter}");
    expect(await section().findByRole("alert")).toHaveTextContent("Failed to load older comments");
    expect(shownComments()).toHaveLength(2 * COMMENTS_SHOWN);
    await user.click(section().getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(shownComments()).toEqual(all));
    expect(section().queryByRole("alert")).toBeNull();
    expect(section().getByText("6 older comments shown")).toBeInTheDocument();
    expect(older).not.toBeInTheDocument();
    // The focused button is gone, so the focus moves to the first comment that it loaded.
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/Comment 200$/));
  });
});

describe("writing a comment", () => {
  test("shows the new comment on top with a toast, and empties the form; Ctrl+Enter and Cmd+Enter send it once", async () => {
    const { user, backend } = await openComments();
    expect(section().getByText("No comments yet")).toBeVisible();
    await user.type(area(), "  Well{Enter}done ");
    await user.click(button());
    await toast("Comment added ✅");
    await waitFor(() => expect(shownComments()).toEqual(["Well\ndone"]));
    expect(backend.callsOf(ADD)[0]?.body).toEqual({ comment: "Well\ndone" });
    expect(area()).toHaveValue("");
    expect(area()).toHaveFocus();

    for (const key of ["Control", "Meta"]) {
      backend.clock.advance(1000);
      const held = backend.delay(ADD, 1);
      await user.type(area(), `By ${key}{${key}>}{Enter}{/${key}}`);
      expect(await screen.findByRole("button", { name: "Adding..." })).toBeDisabled();
      await user.keyboard(`{${key}>}{Enter}{/${key}}`);
      held.release();
      await waitFor(() => expect(shownComments()[0]).toBe(`By ${key}`));
    }
    expect(backend.callsOf(ADD)).toHaveLength(3);
  });

  test("loading can be tried again; an empty comment cannot be sent; a failure shows the server's error or its own, and keeps the draft", async () => {
    const { backend, path } = await prepare("First");
    backend.fail(LIST, { status: 500 });
    const { user } = await renderApp({ backend, path, as: "member" });
    expect(await screen.findByText("Failed to load comments")).toBeVisible();
    await user.click(await section().findByRole("button", { name: "Try again" }));
    await waitFor(() => expect(shownComments()).toEqual(["First"]));
    expect(button()).toBeDisabled();
    await user.type(area(), "  {Enter} \u200b");
    expect(button()).toBeDisabled();
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(area()).toHaveAccessibleDescription("Comment cannot be empty");
    expect(backend.callsOf(ADD)).toEqual([]);
    await user.type(area(), "x");
    expect(area()).not.toHaveAccessibleDescription(/empty/);
    expect(button()).toBeEnabled();

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
    await waitFor(() => expect(shownComments()).toEqual(["Precious words", "First"]));
  });
});
