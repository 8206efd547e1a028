import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { toast } from "react-hot-toast/headless";
import { Provider } from "react-redux";
import { MemoryRouter } from "react-router-dom";
import type { TaskStatus } from "#contract/task.ts";
import { makeExtra, makeStore } from "#app/store.ts";
import { startServer, type TestServer, type TestUser } from "#server/testing.ts";
import { Toaster } from "#ui/Toaster.tsx";
import BoardPage from "./BoardPage.tsx";
import { boardApi } from "./boardApi.ts";
import { dragEnded, dragStarted, moveRequested } from "./boardSlice.ts";

type Call = { method: string; path: string };

let server: TestServer;
let person: TestUser;
/** Calls that reached the network, in order. */
let calls: string[];
/** What a test does to calls before (`stop`: instead of) the server: a held, failed or cut one. */
let meddle: (call: Call) => Promise<Response | undefined> | undefined;
const realFetch = globalThis.fetch;

beforeEach(async () => {
  server = await startServer();
  person = await server.as("member", { name: "Grace Hopper" });
  calls = [];
  meddle = () => undefined;
  localStorage.setItem("refreshToken", person.refreshToken);
  localStorage.setItem("user", JSON.stringify({ ...person.user, is_active: true }));
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    calls.push(`${request.method} ${pathname}`);
    const text = await request.text();
    const instead = await meddle({ method: request.method, path: pathname });
    if (instead) return instead;
    const answer = await server.app.inject({
      method: request.method as "GET",
      url: pathname,
      headers: Object.fromEntries(request.headers),
      ...(text && { payload: text }),
    });
    return new Response(answer.payload, {
      status: answer.statusCode,
      headers: { "content-type": String(answer.headers["content-type"]) },
    });
  };
});

afterEach(async () => {
  act(() => toast.remove());
  globalThis.fetch = realFetch;
  localStorage.clear();
  await server.close();
});

async function add(title: string, status: TaskStatus = "Todo", more: object = {}): Promise<string> {
  server.clock.advance(1000);
  const { body } = await person.call("POST", "/api/tasks", {
    title,
    description: "",
    status,
    priority: "High",
    ...more,
  });
  return (body as { task: { id: string } }).task.id;
}

function open() {
  const store = makeStore({}, makeExtra({ retryDelay: 1 }));
  const view = render(
    <Provider store={store}>
      <MemoryRouter initialEntries={["/kanban"]}>
        <BoardPage />
      </MemoryRouter>
      <Toaster />
    </Provider>,
  );
  return { store, user: userEvent.setup(), ...view };
}

const column = (name: string) => screen.getByRole("region", { name });
const titles = (name: string) =>
  within(column(name))
    .queryAllByRole("listitem")
    .map((item) => within(item).getByRole("link").textContent);
const card = (name: string) => screen.findByRole("link", { name });

/** Holds the next call of a kind until it is let go; then it goes on to the server, or fails. */
function hold(method: string, path: RegExp) {
  let go: (instead?: Response) => void = () => undefined;
  const gate = new Promise<Response | undefined>((resolve) => {
    go = resolve;
  });
  const before = meddle;
  let taken = false;
  meddle = (call) => {
    if (taken || call.method !== method || !path.test(call.path)) return before(call);
    taken = true;
    return gate;
  };
  return go;
}

const broken = () => Response.json({ error: "Something went wrong" }, { status: 500 });

async function choose(user: ReturnType<typeof userEvent.setup>, title: string, to: string) {
  await user.click(await screen.findByRole("button", { name: `Move to… (${title})` }));
  await user.click(screen.getByRole("menuitem", { name: `Move to ${to}` }));
}

it("shows the three columns with their cards and counts", async () => {
  await add("Feed the cat", "Todo", { due_date: "2099-03-08" });
  await add("Water the plants", "Done");
  open();
  expect(await card("Feed the cat")).toHaveAttribute("href", expect.stringMatching(/^\/tasks\/.+/));
  expect(screen.getByRole("heading", { level: 1, name: "Kanban Board" })).toBeVisible();
  expect(screen.getByText("Drag and drop tasks between columns")).toBeVisible();
  expect(column("To Do")).toHaveTextContent("To Do1 task");
  expect(titles("To Do")).toEqual(["Feed the cat"]);
  expect(titles("Done")).toEqual(["Water the plants"]);
  expect(column("In Progress")).toHaveTextContent("No tasks");
  const feed = within(column("To Do")).getByRole("listitem");
  expect(feed).toHaveTextContent("High");
  expect(feed).toHaveTextContent("Due Mar 08, 2099");
  expect(await within(feed).findByRole("img", { name: "Grace Hopper" })).toHaveTextContent("GH");
});

it("says in words that a task is overdue, and not of one that is done", async () => {
  const due = { due_date: "2026-03-20" };
  await add("Late", "Todo", due);
  await add("Late but done", "Done", due);
  open();
  await card("Late");
  expect(column("To Do")).toHaveTextContent("Overdue, due Mar 20, 2026");
  expect(column("Done")).not.toHaveTextContent("Overdue");
});

it("offers another try when the board cannot be loaded", async () => {
  await add("Feed the cat");
  meddle = ({ path }) => (path === "/api/kanban/board" ? Promise.resolve(broken()) : undefined);
  const { user } = open();
  expect(await screen.findByRole("button", { name: "Try again" })).toBeVisible();
  // The page says it, and so does a toast.
  await waitFor(() => expect(screen.getAllByText("Failed to load kanban board")).toHaveLength(2));
  meddle = () => undefined;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await card("Feed the cat")).toBeVisible();
});

it("moves a card at once, tells the server, and keeps the focus with the card", async () => {
  await add("Feed the cat");
  await add("Water the plants", "Done");
  const { user } = open();
  await card("Feed the cat");
  calls = [];
  const release = hold("PATCH", /status$/);
  await choose(user, "Feed the cat", "Done");
  expect(titles("Done")).toEqual(["Feed the cat", "Water the plants"]);
  expect(column("To Do")).toHaveTextContent("No tasks");
  expect(screen.getByRole("link", { name: "Feed the cat" })).toHaveFocus();
  expect(screen.queryByText(/^Task moved/)).toBeNull();
  release();
  expect(await screen.findByText("Task moved to Done")).toBeVisible();
  // A confirmed move is exact: the board is not fetched again.
  expect(calls).not.toContain("GET /api/kanban/board");
  const { body } = await person.call("GET", "/api/kanban/board");
  expect(body).toMatchObject({ board: { Todo: [], Done: [{ title: "Feed the cat" }, {}] } });
});

it("puts a card back whose move failed, says so, and loads the board afresh", async () => {
  await add("Feed the cat");
  const { user } = open();
  const release = hold("PATCH", /status$/);
  await choose(user, "Feed the cat", "Done");
  await add("Meanwhile");
  release(broken());
  expect(await screen.findByText("Failed to update task status")).toBeVisible();
  expect(titles("Done")).toEqual([]);
  await waitFor(() => expect(titles("To Do")).toEqual(["Meanwhile", "Feed the cat"]));
});

it("ends at the last of two quick moves, on the server too, one request at a time", async () => {
  const id = await add("Feed the cat");
  const { user } = open();
  const release = hold("PATCH", /status$/);
  await choose(user, "Feed the cat", "In Progress");
  await choose(user, "Feed the cat", "Done");
  expect(titles("Done")).toEqual(["Feed the cat"]);
  expect(calls.filter((call) => call.startsWith("PATCH"))).toHaveLength(1);
  release();
  expect(await screen.findByText("Task moved to Done")).toBeVisible();
  expect(screen.queryByText("Task moved to In Progress")).toBeNull();
  expect(calls.filter((call) => call.startsWith("PATCH"))).toHaveLength(2);
  expect((await person.call("GET", `/api/tasks/${id}`)).body).toMatchObject({
    task: { status: "Done" },
  });
});

it("does not let a board that was asked for before a move put the card back", async () => {
  const id = await add("Feed the cat");
  const { store, user } = open();
  await card("Feed the cat");
  const stale = Response.json((await person.call("GET", "/api/kanban/board")).body);
  const arrive = hold("GET", /board$/);
  const refetch = store.dispatch(
    boardApi.endpoints.getBoard.initiate(undefined, { forceRefetch: true, subscribe: false }),
  );
  await choose(user, "Feed the cat", "Done");
  await screen.findByText("Task moved to Done");
  arrive(stale);
  await act(async () => void (await refetch));
  expect(titles("Done")).toEqual(["Feed the cat"]);
  expect(store.getState().board.moves[id]?.phase).toBe("confirmed");

  await act(
    async () =>
      void (await store.dispatch(
        boardApi.endpoints.getBoard.initiate(undefined, { forceRefetch: true, subscribe: false }),
      )),
  );
  expect(titles("Done")).toEqual(["Feed the cat"]);
  expect(store.getState().board.moves).toEqual({});
});

it("holds the board still while a card is in the hand", async () => {
  await add("Feed the cat");
  const id = await add("Water the plants");
  const { store } = open();
  await card("Feed the cat");
  act(() => void store.dispatch(dragStarted({ cardId: "another" })));
  act(() => {
    store.dispatch(moveRequested({ cardId: id, from: "Todo", to: "Done", by: "menu" }));
  });
  await screen.findByText("Task moved to Done");
  expect(titles("Done")).toEqual([]);
  act(() => void store.dispatch(dragEnded()));
  expect(titles("Done")).toEqual(["Water the plants"]);
});
