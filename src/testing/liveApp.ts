import { expect } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import { act } from "react";
import type { Task, TaskResponse } from "#contract/shapes/task.ts";
import type { TaskInput } from "#contract/taskFields.ts";
import { selectLiveStatus } from "#sync/live/liveSlice.ts";
import type { Backend } from "./backend.ts";
import { fastLive } from "./fastLive.ts";
import { openBackend, renderApp } from "./renderApp.tsx";

/** A server, the app with live updates, and Grace, who changes tasks in another browser. */
export async function startLive() {
  const backend = await openBackend();
  const grace = await backend.register({ email: "grace@example.com" });

  /** Sends a call of Grace. */
  async function sendAsGrace<T = unknown>(
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
    return (await sendAsGrace<TaskResponse>("POST", "/api/tasks", { ...input, ...fields })).task;
  }

  const moveTo = (id: string, status: string) =>
    sendAsGrace("PATCH", `/api/kanban/${id}/status`, { status });

  /** Opens a page as a member, and waits for the stream. */
  async function open(path: string) {
    const app = await renderApp({ path, as: "member", backend, live: fastLive() });
    const status = () => selectLiveStatus(app.store.getState());
    await waitFor(() => expect(status()).toBe("open"));
    return { ...app, status };
  }

  const callCount = (call: Parameters<Backend["callsOf"]>[0]) => backend.callsOf(call).length;

  return { backend, sendAsGrace, addTask, moveTo, open, callCount };
}

export type Live = Awaited<ReturnType<typeof startLive>>;

/** A column of the board. */
export const column = (name: string) => screen.findByRole("region", { name });
