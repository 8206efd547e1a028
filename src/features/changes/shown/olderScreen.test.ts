import { expect, it } from "@jest/globals";
import { waitFor } from "@testing-library/react";
import { storeParts } from "#app/layout/SignedInLayout.ts";
import type { Task } from "#contract/task.ts";
import { requestEdit } from "#features/changes/actions/requestChanges.ts";
import { undoNewest } from "#features/changes/actions/undo.ts";
import { tasksApi } from "#features/tasks/tasksApi.ts";
import { installStoreParts } from "#lib/storeParts.ts";
import { TokenVault } from "#session/tokens.ts";
import { boardApi } from "#sync/board/boardApi.ts";
import { makeTestStore, openBackend } from "#testing/renderApp.tsx";

installStoreParts({ storeParts });

it("Undo of an edit on an older board brings back the newest value, not that of the board", async () => {
  const backend = await openBackend();
  const grace = await backend.as("member", { name: "Grace Hopper" });
  const input = { title: "Mow", priority: "Low" };
  const { task } = (await grace.call("POST", "/api/tasks", input)).body as { task: Task };
  const path = `/api/tasks/${task.id}`;
  const tokens = new TokenVault();
  tokens.signIn(await backend.register());
  const { dispatch, getState } = makeTestStore(tokens);
  const titleNow = async () => ((await grace.call("GET", path)).body as { task: Task }).task.title;

  await dispatch(boardApi.endpoints.getBoard.initiate());
  await grace.call("PATCH", path, { title: "Mow the lawn" });
  await dispatch(tasksApi.endpoints.getTask.initiate(task.id));
  // The board still shows the former title.
  dispatch(requestEdit([task], { title: "Mow it" }));
  await waitFor(async () => expect(await titleNow()).toBe("Mow it"));
  dispatch(undoNewest());
  await waitFor(async () => expect(await titleNow()).toBe("Mow the lawn"));
  await waitFor(() => {
    const { title } = getState().changes.entries[task.id] ?? {};
    expect(["confirmed", undefined]).toContain(title?.phase);
  });
});
