import { beforeEach, describe, expect, it } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import { card, type Edits, openForEdits } from "#testing/screens/edits.ts";

const PATCH = "PATCH /api/tasks/{id}";
const READ = "GET /api/tasks/{id}";

let backend: Edits["backend"];
let add: Edits["add"];
let onServer: Edits["onServer"];
let open: Edits["open"];

beforeEach(async () => {
  ({ backend, add, onServer, open } = await openForEdits());
});

describe("an edit without a response", () => {
  it("is sent again although the token ends twice while the task is read", async () => {
    const task = await add("Feed the cat");
    const { edit } = await open();
    await card("Feed the cat");
    backend.fail(PATCH, "unreachable");
    backend.fail(READ, { status: 401, body: { error: "Please sign in" } }, 2);
    edit([task], { priority: "High" });
    expect(await screen.findByText("Priority changed to High")).toBeVisible();
    expect(await onServer(task.id)).toMatchObject({ priority: "High" });
  });

  it("is still looked for when the next value is refused, which is then sent once more", async () => {
    const task = await add("Feed the cat");
    const { edit } = await open();
    await card("Feed the cat");
    backend.fail(PATCH, { status: 500, body: { error: "Something went wrong" } });
    backend.fail(PATCH, "lost");
    const reads = backend.delay(READ, 1);
    edit([task], { priority: "High" });
    await reads.arrived;
    edit([task], { priority: "Medium" });
    await waitFor(() => expect(backend.callsOf(PATCH)).toHaveLength(2));
    reads.release();
    expect(await screen.findByText("Priority changed to Medium")).toBeVisible();
    expect(await onServer(task.id)).toMatchObject({ priority: "Medium" });
    expect(backend.callsOf(PATCH)).toHaveLength(3);
  });

  it("names the task's version in each attempt at its Undo, so that others' changes stay", async () => {
    const task = await add("Feed the cat");
    const { edit, user } = await open();
    await card("Feed the cat");
    edit([task], { priority: "High" });
    await screen.findByText("Priority changed to High");
    const before = backend.callsOf(PATCH).length;
    backend.fail(PATCH, "unreachable");
    await user.keyboard("{Control>}z{/Control}");
    await waitFor(async () => expect(await onServer(task.id)).toMatchObject({ priority: "Low" }));
    const undos = backend.callsOf(PATCH).slice(before);
    expect(undos.length).toBeGreaterThanOrEqual(2);
    expect(undos.map(({ headers }) => headers.get("if-match"))).not.toContain(null);
  });
});
