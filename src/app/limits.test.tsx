import { expect, test } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { COMMENT_MAX } from "#contract/comment.ts";
import { DESCRIPTION_MAX, SEARCH_MAX, type TaskResponse, TITLE_MAX } from "#contract/task.ts";
import { TEAM_DESCRIPTION_MAX, TEAM_NAME_MAX } from "#contract/team.ts";
import { tooLong } from "#contract/text.ts";
import { EMAIL_MAX, NAME_MAX } from "#contract/user.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";

/* Every text field has a limit. A longer text is not truncated, and shows a message before it is sent. */

interface Limit {
  path: string;
  /** The button that opens the form. */
  opener?: string;
  label: string;
  max: number;
  /** The text's name in the message. */
  name: string;
  /** The button that sends the form. */
  sender?: string;
}

const task = { opener: "+ Add Task", path: "/tasks", sender: "Create Task" };
const team = { opener: "+ Create Team", path: "/teams", sender: "Create Team" };
const profile = { path: "/profile", sender: "Update Profile" };

const limits: Limit[] = [
  { ...task, label: "Title", max: TITLE_MAX, name: "Title" },
  { ...task, label: "Description", max: DESCRIPTION_MAX, name: "Description" },
  { ...team, label: "Team Name", max: TEAM_NAME_MAX, name: "Team name" },
  { ...team, label: "Description", max: TEAM_DESCRIPTION_MAX, name: "Description" },
  { ...profile, label: "Full Name", max: NAME_MAX, name: "Name" },
  { ...profile, label: "Email Address", max: EMAIL_MAX, name: "Email" },
  {
    path: "/tasks/{id}",
    sender: "Add Comment",
    label: "Add a comment",
    max: COMMENT_MAX,
    name: "Comment",
  },
  { path: "/tasks", label: "Search tasks", max: SEARCH_MAX, name: "Search" },
  {
    path: "/register",
    sender: "Create Account",
    label: "Email Address",
    max: EMAIL_MAX,
    name: "Email",
  },
  { path: "/login", sender: "Sign In", label: "Email Address", max: EMAIL_MAX, name: "Email" },
];

const format = (count: number) => count.toLocaleString("en-US");

/** Replaces the text of a field. */
async function write(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
}

test.each(limits)("$path, $label", async ({ path, opener, label, max, name, sender }) => {
  const backend = await openBackend();
  const { call } = await backend.as("admin");
  const { body } = await call("POST", "/api/tasks", { title: "Long words", priority: "Low" });
  const { id } = (body as TaskResponse).task;
  const isPublic = path === "/login" || path === "/register";
  const { user } = await renderApp({
    path: path.replace("{id}", id),
    backend,
    as: isPublic ? null : "admin",
  });
  if (opener) await user.click(await screen.findByRole("button", { name: opener }));
  const field = await screen.findByLabelText(label);

  // An e-mail address must be valid; an emoji counts as one character.
  const textOf = (length: number) =>
    name === "Email" ? `${"x".repeat(length - 5)}@b.co` : "🦄".repeat(length);

  await write(user, field, textOf(max));
  expect(field).toBeValid();
  // A hint may come before the count.
  expect(field).toHaveAccessibleDescription(
    expect.stringMatching(`${format(max)} of ${format(max)} characters$`),
  );

  await write(user, field, textOf(max + 1));
  expect(field).toHaveValue(textOf(max + 1));
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription(
    `${tooLong(name, max)} ${format(max + 1)} of ${format(max)} characters`,
  );
  if (!sender) return;

  const before = backend.calls.length;
  const [button] = screen.getAllByRole("button", { name: sender }).slice(-1);
  if (button) await user.click(button);
  // The first invalid field has the focus.
  await waitFor(() => expect(document.activeElement).toBeInvalid());
  expect(screen.getAllByText(tooLong(name, max))).toHaveLength(1);
  expect(backend.calls.slice(before).filter(({ name: call }) => !call.startsWith("GET"))).toEqual(
    [],
  );
  expect(field).toHaveValue(textOf(max + 1));
});

test("a search that is too long is not sent, and stays in the field", async () => {
  const { user } = await renderApp({ path: "/tasks?search=tea", as: "member" });
  const box = await screen.findByLabelText("Search tasks");
  await user.click(box);
  await user.paste("x".repeat(SEARCH_MAX));
  expect(await screen.findByText(tooLong("Search", SEARCH_MAX))).toBeVisible();
  await user.selectOptions(screen.getByLabelText("Status"), "Done");
  expect(await screen.findByText("No tasks found")).toBeVisible();
  expect(window.location.search).toBe("?search=tea&status=Done");
  expect(box).toHaveValue(`tea${"x".repeat(SEARCH_MAX)}`);
});
