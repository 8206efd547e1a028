import { afterEach, expect, test } from "@jest/globals";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import { storeParts } from "#app/layout/SignedInLayout.ts";
import { moveRequested } from "#features/board/moves/boardSlice.ts";
import { installStoreParts } from "#lib/storeParts.ts";
import { fakeChannels } from "#testing/fakeChannel.ts";
import { makeTestStore } from "#testing/renderApp.tsx";
import MachinesPage from "./MachinesPage.tsx";

installStoreParts({ storeParts });

afterEach(() => void Reflect.deleteProperty(window, "BroadcastChannel"));

test("shows the states that another tab's machines are in, live", async () => {
  const openChannel = fakeChannels(queueMicrotask);
  Object.assign(window, {
    // Called with `new`, which then returns the channel.
    BroadcastChannel: function fakeChannel(name: string) {
      return openChannel(name);
    },
  });
  const store = makeTestStore();
  render(<MachinesPage />);
  const current = (machine: string) =>
    within(screen.getByRole("region", { name: machine }))
      .queryAllByRole("listitem", { current: true })
      .map(({ textContent }) => textContent);

  await waitFor(() =>
    expect(current("The session")).toEqual([expect.stringMatching(/^signedOutsession/)]),
  );
  expect(current("A card's moves")).toEqual([]);
  act(() => {
    const move = { title: "Feed the cat", from: "Todo", to: "Done", by: "menu" } as const;
    store.dispatch(moveRequested({ ...move, cardId: "a" }));
  });
  await waitFor(() =>
    expect(current("A card's moves")).toEqual([expect.stringMatching(/board\/a/)]),
  );
});
