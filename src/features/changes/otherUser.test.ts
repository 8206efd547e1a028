import { expect, it, jest } from "@jest/globals";
import { waitFor } from "@testing-library/react";
import { installStoreParts } from "#lib/storeParts.ts";
import { selectFetchedUser, userArrivedElsewhere } from "#session/authSlice.ts";
import { TokenVault } from "#session/tokens.ts";
import { makeTestStore, openBackend } from "#testing/renderApp.tsx";
import { requestNewTask } from "./actions/newTask.ts";

const CREATE = "POST /api/tasks";

let pauses = 0;
const gate = Promise.withResolvers<void>();

// The pause before a new card is sent again lasts as long as the test wants.
jest.mock("#lib/pause.ts", () => {
  const pause = async () => {
    pauses += 1;
    await gate.promise;
  };
  return { pause, pauseAbout: pause };
});

it("a new card is not sent with the token of a user who has signed in since", async () => {
  installStoreParts(await import("#app/layout/SignedInLayout.ts"));
  const backend = await openBackend();
  const ada = await backend.register();
  const bob = await backend.register({ email: "bob@example.com" });
  const tokens = new TokenVault();
  tokens.signIn(ada);
  const { dispatch, getState } = makeTestStore(tokens);
  const add = (title: string) =>
    dispatch(requestNewTask(title, { status: "Todo", assignee_id: null }));
  backend.fail(CREATE, "unreachable");
  add("Ada's");
  await waitFor(() => expect(pauses).toBe(1));

  tokens.signIn(bob);
  // Another tab has signed in, and this page has not heard of it yet.
  add("Ada's second");
  dispatch(userArrivedElsewhere(bob.user));
  gate.resolve();
  await waitFor(() => expect(selectFetchedUser(getState())?.id).toBe(bob.user.id));
  add("Bob's");
  await waitFor(async () => {
    const created = await backend.db.selectFrom("tasks").select(["title", "created_by"]).execute();
    expect(created).toEqual([{ title: "Bob's", created_by: bob.user.id }]);
  });
});
