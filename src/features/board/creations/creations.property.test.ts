import { expect, it } from "@jest/globals";
import { waitFor } from "@testing-library/react";
import fc from "fast-check";
import { boardApi } from "#features/board/boardApi.ts";
import { loadCode } from "#lib/lazyPart.tsx";
import { TokenVault } from "#session/tokens.ts";
import type { Fault } from "#testing/backend.ts";
import { makeTestStore, openBackend } from "#testing/renderApp.tsx";
import { creationRequested } from "./creationsSlice.ts";
import { loadCreations } from "./loadCreations.ts";

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
  await loadCode(loadCreations);
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
      for (const [index, title] of titles.entries()) {
        const key = `${run}-card-of-the-test-${index}`;
        dispatch(creationRequested({ key, title, status: "Todo", assignee_id: session.user.id }));
      }
      await waitFor(() => expect(getState().creations.all).toEqual([]));
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
