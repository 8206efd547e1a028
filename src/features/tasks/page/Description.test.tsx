import { expect, test } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { createTask, readTask } from "#testing/screens/create.ts";

const UPDATE = "PATCH /api/tasks/{id}";
const LIST = "- [ ] tent\n- [ ] map\n- [x] stove";

/** A member opens a task of Grace Hopper's with a task list. */
async function openList(isPlain = false) {
  const backend = await openBackend();
  backend.isPlain = isPlain;
  const grace = await backend.as("admin", { name: "Grace Hopper" });
  const input = { description: LIST, priority: "High", due_date: "2999-03-08" } as const;
  const { id } = await createTask(grace, "Pack", input);
  const app = await renderApp({ path: `/tasks/${id}`, as: "member", backend });
  await screen.findByRole("checkbox", { name: "tent" });
  return {
    ...app,
    change: (fields: object) =>
      grace.call("PUT", `/api/tasks/${id}`, { title: "Pack", ...input, ...fields }),
    read: () => readTask(grace, id),
  };
}

const box = (name: string) => screen.getByRole("checkbox", { name });

test("a tick shows at once and is saved; ticks during a save are saved together after it; a refused one is taken back", async () => {
  const { user, backend, read } = await openList();
  const held = backend.delay(UPDATE, 1);
  await user.click(box("tent"));
  expect(box("tent")).toBeChecked();
  await held.arrived;
  await waitFor(() => expect(box("tent")).toHaveFocus());
  await user.click(box("map"));
  await user.click(box("stove"));
  held.release();
  expect(await screen.findByText("Task updated successfully! ✅")).toBeVisible();
  await waitFor(() => expect(backend.callsOf(UPDATE)).toHaveLength(2));
  await waitFor(async () =>
    expect(await read()).toMatchObject({
      description: "- [x] tent\n- [x] map\n- [ ] stove",
      due_date: "2999-03-08",
    }),
  );
  expect(box("map")).toBeChecked();
  await waitFor(() => expect(box("stove")).toHaveFocus());

  backend.fail(UPDATE, { status: 500, body: { error: "Out of order" } });
  await user.click(box("tent"));
  expect(await screen.findByText("Out of order")).toBeVisible();
  expect(box("tent")).toBeChecked();
});

/** Our server, and one of the contract alone: without versions, and without calls for single fields. */
const SERVERS = [
  { isPlain: false, by: "Grace Hopper" },
  { isPlain: true, by: "Someone" },
];

test.each(SERVERS)(
  "a tick keeps others' changes of other fields, and never overwrites a changed description (%j)",
  async ({ isPlain, by }) => {
    const { user, change, read } = await openList(isPlain);
    await change({ priority: "Low" });
    await user.click(box("tent"));
    await screen.findByText("Task updated successfully! ✅");
    expect(await read()).toMatchObject({
      priority: "Low",
      description: expect.stringContaining("- [x] tent"),
    });

    await change({ description: "Cancelled" });
    await user.click(box("map"));
    const text = `${by} has changed the description. Please try again.`;
    expect(await screen.findByText(text)).toBeVisible();
    expect(await read()).toMatchObject({ description: "Cancelled" });
    expect(await screen.findByText("Cancelled")).toBeVisible();
  },
);
