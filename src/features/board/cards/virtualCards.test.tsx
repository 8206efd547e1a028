import { expect, it, jest } from "@jest/globals";
import { act, screen, waitFor } from "@testing-library/react";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import type * as loader from "./loadVirtualCards.ts";

const COUNT = 40;
let loading: Promise<void>;

// Delays the code of virtual lists.
jest.mock("./loadVirtualCards.ts", () => {
  const real = jest.requireActual<typeof loader>("./loadVirtualCards.ts");
  return { ...real, loadVirtualCards: () => loading.then(real.loadVirtualCards) };
});

it("the first cards keep their elements and the focus when the virtual list takes over", async () => {
  const backend = await openBackend();
  const grace = await backend.as("member", { name: "Grace Hopper" });
  for (let n = 1; n <= COUNT; n += 1) {
    backend.clock.advance(1000);
    const task = { title: `Task ${n}`, description: "", status: "Todo", priority: "High" };
    await grace.call("POST", "/api/tasks", task);
  }
  const code = Promise.withResolvers<void>();
  loading = code.promise;
  await renderApp({ path: "/kanban", as: "member", backend });
  const link = await screen.findByRole("link", { name: `Task ${COUNT}` });
  const list = link.closest("ul");
  // A screenful, not the whole column.
  const shown = list?.children.length ?? 0;
  expect(shown).toBeLessThan(COUNT);
  expect(list?.style.height).toBe("");
  act(() => link.focus());
  code.resolve();
  await waitFor(() => expect(list?.style.height).not.toBe(""));
  expect(link).toHaveFocus();
  expect(link.closest("ul")).toBe(list);
});
