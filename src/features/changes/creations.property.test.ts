import { expect, it } from "@jest/globals";
import { waitFor } from "@testing-library/react";
import fc from "fast-check";
import { storeParts } from "#app/layout/SignedInLayout.ts";
import { installStoreParts } from "#lib/storeParts.ts";
import { TokenVault } from "#session/tokens.ts";
import { boardApi } from "#sync/board/boardApi.ts";
import type { Fault } from "#testing/backend.ts";
import { makeTestStore, openBackend } from "#testing/renderApp.tsx";
import { requestNewTask } from "./requestChanges.ts";

const CREATE = "POST /api/tasks";

/** The outcomes of the attempts before one succeeds. */
const fault = fc.constantFrom<Fault>(
  "lost",
  "cut",
  "unreachable",
  { status: 502 },
  { status: 503 },
);

it("creates each new card exactly once, under any faults of its requests", async () => {
  const backend = await openBackend();
  installStoreParts({ storeParts });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fault, { maxLength: 4 }), async (faults) => {
      const session = await backend.register({ role: "member", email: `p${run++}@example.com` });
      const tokens = new TokenVault();
      tokens.signIn(session);
      const { dispatch, getState } = makeTestStore(tokens);
      await dispatch(boardApi.endpoints.getBoard.initiate());
      const titles = [1, 2, 3].map((number) => `Run ${run}, card ${number}`);
      for (const one of faults) backend.fail(CREATE, one);
      for (const title of titles) {
        dispatch(requestNewTask(title, { status: "Todo", assignee_id: session.user.id }));
      }
      await waitFor(() => expect(getState().changes.entries).toEqual({}));
      const created = await backend.db
        .selectFrom("tasks")
        .select("title")
        .where("created_by", "=", session.user.id)
        .orderBy("created_at")
        .execute();
      expect(created.map(({ title }) => title).toSorted()).toEqual(titles);
    }),
    { numRuns: 8 },
  );
});
