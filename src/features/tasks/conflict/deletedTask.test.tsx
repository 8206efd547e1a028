import { describe, expect, test } from "@jest/globals";
import { screen } from "@testing-library/react";
import {
  closed,
  dialog,
  field,
  lookAgain,
  openEdit,
  press,
  toast,
} from "#testing/screens/taskConflict.ts";

describe("editing a task that another user deletes", () => {
  const GONE = "This task has been deleted while you were editing";

  test("keeps the input, and can save it as a new task", async () => {
    const { user, type, grace, task, backend } = await openEdit();
    await type("Title", "Precious words");
    await grace.call("DELETE", `/api/tasks/${task.id}`);
    await user.click(press());
    await toast("Task not found");
    expect(await dialog().findByRole("region", { name: GONE })).toHaveFocus();
    expect(field("Title")).toHaveValue("Precious words");
    await user.click(press("Save as New Task"));
    await toast("Task created successfully! ✅");
    expect(await screen.findByRole("heading", { name: "Precious words", level: 1 })).toBeVisible();
    expect(window.location.pathname).not.toBe(`/tasks/${task.id}`);
    expect(backend.callsOf("POST /api/tasks").at(-1)?.body).toMatchObject({
      title: "Precious words",
      description: "First line\nSecond line",
    });
  });

  test("the form stays open over 'Task not found'", async () => {
    const { user, type, grace, task } = await openEdit();
    await type("Title", "Precious words");
    await grace.call("DELETE", `/api/tasks/${task.id}`);
    lookAgain();
    await screen.findByRole("heading", { name: "Task not found", hidden: true });
    expect(field("Title")).toHaveValue("Precious words");
    await user.click(press());
    await dialog().findByRole("region", { name: GONE });
    await user.click(dialog().getByRole("button", { name: "Cancel" }));
    await user.click(screen.getByRole("button", { name: "Discard" }));
    await closed();
    expect(screen.getByRole("button", { name: "Back to Tasks" })).toBeVisible();
  });
});
