import { expect, test } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import { COMMENT_MAX } from "#contract/comment.ts";
import type { TaskResponse } from "#contract/shapes/task.ts";
import { DESCRIPTION_MAX, SEARCH_MAX, TITLE_MAX } from "#contract/task.ts";
import { TEAM_DESCRIPTION_MAX, TEAM_NAME_MAX } from "#contract/team.ts";
import { tooLong } from "#contract/text.ts";
import { EMAIL_MAX, NAME_MAX } from "#contract/user.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { enterText } from "#testing/screens/enterText.ts";

/* Every text field has a limit. A longer text is not truncated, and shows a message before it is sent. */

interface Form {
  path: string;
  /** The button that opens the form. */
  opener?: string;
  /** The button that sends the form. */
  sender: string;
  /** Each text: its label, its limit, and its name in the message. */
  texts: [label: string, max: number, name: string][];
}

const forms: Form[] = [
  {
    path: "/tasks",
    opener: "+ Add Task",
    sender: "Create Task",
    texts: [
      ["Title", TITLE_MAX, "Title"],
      ["Description", DESCRIPTION_MAX, "Description"],
    ],
  },
  {
    path: "/teams",
    opener: "+ Create Team",
    sender: "Create Team",
    texts: [
      ["Team Name", TEAM_NAME_MAX, "Team name"],
      ["Description", TEAM_DESCRIPTION_MAX, "Description"],
    ],
  },
  { path: "/profile", sender: "Update Profile", texts: [["Full Name", NAME_MAX, "Name"]] },
  {
    path: "/tasks/{id}",
    sender: "Add Comment",
    texts: [["Add a comment", COMMENT_MAX, "Comment"]],
  },
  {
    path: "/register",
    sender: "Create Account",
    texts: [["Email Address", EMAIL_MAX, "Email"]],
  },
];

const format = (count: number) => count.toLocaleString("en-US");

test.each(forms)("$path, $texts", async ({ path, opener, sender, texts }) => {
  const backend = await openBackend();
  const { call } = await backend.as("admin");
  const { body } = await call("POST", "/api/tasks", { title: "Long words", priority: "Low" });
  const { id } = (body as TaskResponse).task;
  const as = path === "/register" ? null : "admin";
  const { user } = await renderApp({ path: path.replace("{id}", id), backend, as });
  if (opener) await user.click(await screen.findByRole("button", { name: opener }));

  for (const [label, max, name] of texts) {
    const field = await screen.findByLabelText(label);
    // An e-mail address must be valid; an emoji counts as one character.
    const textOf = (length: number) =>
      name === "Email" ? `${"x".repeat(length - 5)}@b.co` : "🦄".repeat(length);

    await enterText(user, field, textOf(max + 1));
    expect(field).toHaveAccessibleDescription(
      `${tooLong(name, max)} ${format(max + 1)} of ${format(max)} characters`,
    );
    const before = backend.calls.length;
    const [button] = screen.getAllByRole("button", { name: sender }).slice(-1);
    if (button) await user.click(button);
    // The first invalid field has the focus.
    await waitFor(() => expect(document.activeElement).toBeInvalid());
    expect(screen.getAllByText(tooLong(name, max))).toHaveLength(1);
    expect(backend.calls.slice(before).filter((sent) => !sent.name.startsWith("GET"))).toEqual([]);
    expect(field).toHaveValue(textOf(max + 1));
    await enterText(user, field, textOf(max));
  }
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
