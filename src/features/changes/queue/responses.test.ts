import { expect, it } from "@jest/globals";
import type { WithApi } from "#api/api.ts";
import { NO_CHANGES } from "./change.ts";
import { newestTask } from "./responses.ts";

it("reads a field from the newest response that has it: the board has no descriptions", () => {
  const card = { id: "a", title: "Mow" };
  const query = (endpointName: string, data: object) => ({ endpointName, data });
  const state = {
    api: {
      queries: {
        board: query("getBoard", { Todo: [card], "In Progress": [], Done: [] }),
        page: query("getTask", { ...card, title: "Feed", description: "Daily" }),
      },
    } as unknown as WithApi["api"],
    changes: {
      ...NO_CHANGES,
      responses: {
        board: { requested: 2, requestId: "", taskId: null },
        page: { requested: 1, requestId: "", taskId: "a" },
      },
    },
  };
  expect(newestTask(state, "a")).toMatchObject({ task: card, requested: 2 });
  expect(newestTask(state, "a", "title")).toMatchObject({ task: card, requested: 2 });
  const read = { task: { description: "Daily" }, requested: 1 };
  expect(newestTask(state, "a", "description")).toMatchObject(read);
  expect(newestTask(state, "b")).toBeUndefined();
});
