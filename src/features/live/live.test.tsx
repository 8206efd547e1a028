import { beforeEach, describe, expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { act } from "react";
import type { SessionResponse } from "#contract/session.ts";
import type { Task, TaskInput, TaskResponse } from "#contract/task.ts";
import type { Backend } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { selectLiveStatus } from "./liveSlice.ts";
import { fastLive } from "./testing.ts";

let backend: Backend;
let grace: SessionResponse;

beforeEach(async () => {
  backend = await openBackend();
  grace = await backend.register({ email: "grace@example.com" });
});

/** Somebody else's call, from a browser of their own. */
async function elsewhere<T = unknown>(
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  url: string,
  body?: object,
) {
  const response = await act(
    async () =>
      await backend.app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${grace.accessToken}`, "x-client-id": "grace" },
        ...(body && { payload: body }),
      }),
  );
  if (response.statusCode >= 300) throw new Error(`${url}: ${response.statusCode}`);
  return (response.payload ? response.json() : undefined) as T;
}

async function addTask(fields: Partial<TaskInput> = {}): Promise<Task> {
  const input = { title: "Water the plants", description: "", status: "Todo", priority: "Low" };
  return (await elsewhere<TaskResponse>("POST", "/api/tasks", { ...input, ...fields })).task;
}

const moveTo = (id: string, status: string) =>
  elsewhere("PATCH", `/api/kanban/${id}/status`, { status });

async function open(path: string) {
  const app = await renderApp({ path, as: "member", backend, live: fastLive() });
  const status = () => selectLiveStatus(app.store.getState());
  await waitFor(() => expect(status()).toBe("open"));
  return { ...app, status };
}

const column = (name: string) => screen.findByRole("region", { name });

describe("somebody else's change", () => {
  test("a move shows on the board", async () => {
    const task = await addTask();
    await open("/kanban");
    await within(await column("To Do")).findByText(task.title);
    await moveTo(task.id, "Done");
    await within(await column("Done")).findByText(task.title);
    expect(within(await column("To Do")).queryByText(task.title)).toBeNull();
  });

  test("a new task, an edit and a deletion show in the list", async () => {
    await open("/tasks");
    await screen.findByText("0 total tasks");
    const task = await addTask();
    await screen.findByRole("link", { name: task.title });
    await screen.findByText("1 total task");
    await elsewhere("PUT", `/api/tasks/${task.id}`, { ...task, title: "Feed the cat" });
    await screen.findByRole("link", { name: "Feed the cat" });
    await elsewhere("DELETE", `/api/tasks/${task.id}`);
    await screen.findByText("0 total tasks");
  });

  test("an edit and a comment show on the open task; a deletion says so", async () => {
    const task = await addTask();
    await open(`/tasks/${task.id}`);
    await screen.findByRole("heading", { name: task.title });
    await elsewhere("POST", `/api/tasks/${task.id}/comments`, { comment: "On my way" });
    await screen.findByText("On my way");
    await elsewhere("PUT", `/api/tasks/${task.id}`, { ...task, title: "Feed the cat" });
    await screen.findByRole("heading", { name: "Feed the cat" });
    await elsewhere("DELETE", `/api/tasks/${task.id}`);
    await screen.findByRole("heading", { name: "Task not found" });
  });

  test("the dashboard counts it", async () => {
    await open("/dashboard");
    const total = async () => (await screen.findByText("Total Tasks")).parentElement;
    expect(await total()).toHaveTextContent("0");
    await addTask();
    await waitFor(async () => expect(await total()).toHaveTextContent("1"));
  });
});
