import { describe, expect, it } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import {
  bar,
  button,
  dialog,
  nameOf,
  openRunBackend,
  row,
  tick,
  toast,
} from "#testing/screens/userRuns.ts";

const CREATE = "POST /api/user-runs";
const SINGLE = "PUT /api/users/{id}";

describe("a bulk action that the server carries out", () => {
  it("starts with one click for fewer than 25 users, is undone as a whole, can be repeated after a lost response, and falls back to single calls", async () => {
    const { backend, addMembers, openUsers, inactive, runs } = await openRunBackend();
    await addMembers(20);
    const app = await openUsers();
    await tick(app, 1, 2);
    await app.user.click(button("Deactivate 2"));
    expect(await toast("2 users deactivated")).toBeInTheDocument();
    expect(await within(row(1)).findByText("Inactive")).toBeInTheDocument();
    expect(backend.callsOf(CREATE)).toHaveLength(1);
    expect(backend.callsOf(SINGLE)).toHaveLength(0);
    expect(bar().queryByText(/selected/)).not.toBeInTheDocument();
    await waitFor(() => expect(button("Undo deactivation of 2")).toHaveFocus());
    await app.user.click(button("Undo deactivation of 2"));
    expect(await toast("2 users activated")).toBeInTheDocument();
    expect(await inactive()).toEqual([]);
    await app.user.click(button("Dismiss"));
    expect(bar().queryByRole("button", { name: "Dismiss" })).not.toBeInTheDocument();

    await tick(app, 1, 2);
    backend.fail(CREATE, "lost");
    await app.user.click(button("Deactivate 2"));
    expect(await toast("Failed to start the bulk action")).toBeInTheDocument();
    const question = await dialog();
    expect(question.getByText(/Pressing again is safe/)).toBeVisible();
    backend.fail(CREATE, "lost");
    await app.user.click(question.getByRole("button", { name: "Deactivate 2" }));
    await waitFor(() => expect(backend.callsOf(CREATE)).toHaveLength(3));
    await app.user.click(await question.findByRole("button", { name: "Deactivate 2" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await waitFor(async () => expect(await inactive()).toEqual([nameOf(1), nameOf(2)]));
    // One has been undone. Both began in the same millisecond, so either may be first.
    const done = async () => (await runs()).map(({ counts }) => counts.done).sort((a, b) => a - b);
    await waitFor(async () => expect(await done()).toEqual([0, 2]));

    // A single user is changed by a single call.
    await tick(app, 3);
    await app.user.click(button("Deactivate 1"));
    expect(await toast("1 user deactivated")).toBeInTheDocument();
    expect(backend.callsOf(CREATE)).toHaveLength(4);
    expect(backend.callsOf(SINGLE)).toHaveLength(1);
    backend.fail("POST /api/user-runs/check", { status: 404 });
    await tick(app, 4, 5);
    await app.user.click(button("Deactivate 2"));
    await waitFor(() => expect(backend.callsOf(SINGLE)).toHaveLength(3));
    await waitFor(async () => expect(await inactive()).toHaveLength(5));
  });

  it("asks from 25 users on, and keeps the focus in the bar while it is undone", async () => {
    const { backend, addMembers, openUsers, runs } = await openRunBackend();
    await addMembers(60);
    const app = await openUsers();
    await app.user.click(bar().getByRole("checkbox", { name: "Select all 60" }));
    await app.user.click(button("Deactivate 60"));
    const question = await dialog();
    expect(
      question.getByText("60 users will be deactivated, and signed out everywhere."),
    ).toBeVisible();
    await app.user.click(question.getByRole("button", { name: "Deactivate 60" }));
    const undo = await bar().findByRole("button", { name: "Undo deactivation of 60" });
    // The server may be done before the app asks it.
    const [run] = await runs();
    backend.answer("GET /api/user-runs/{id}", { run: { ...run, state: "undoing" } }, 1);
    await app.user.click(undo);
    await bar().findByRole("progressbar", { name: "Activating 60 users" });
    await waitFor(() =>
      expect(screen.getByRole("region", { name: "Selected users" })).toHaveFocus(),
    );
    expect(await toast("60 users activated")).toBeInTheDocument();
    expect(button("Result")).toHaveFocus();
  });
});
