import { beforeEach, expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { act } from "react";
import { CUT_HEADER } from "#contract/bounds.ts";
import { EVENT_ID_HEADER } from "#contract/events.ts";
import { openedOver } from "#lib/address/openedOver.ts";
import { paths } from "#lib/address/paths.ts";
import { column, type Live, startLive } from "#testing/liveApp.ts";

let backend: Live["backend"];
let sendAsGrace: Live["sendAsGrace"];
let addTask: Live["addTask"];
let moveTo: Live["moveTo"];
let open: Live["open"];
let callCount: Live["callCount"];

beforeEach(async () => {
  ({ backend, sendAsGrace, addTask, moveTo, open, callCount } = await startLive());
});

/** Opens an address in the panel over the board, as the card's link does. */
function openOverBoard(path: string): void {
  const state = { usr: openedOver({ pathname: "/kanban", search: "" }), key: "panel", idx: 1 };
  window.history.pushState(state, "", path);
  act(() => void window.dispatchEvent(new PopStateEvent("popstate", { state })));
}

const boardsRead = () => callCount("GET /api/kanban/board");
const changesRead = () => callCount("GET /api/kanban/changes");

/** Opens the board, then moves a card as another browser would. */
async function moveWhileOpen() {
  const task = await addTask();
  await open("/kanban");
  await within(await column("To Do")).findByText(task.title);
  await moveTo(task.id, "Done");
  await within(await column("Done")).findByText(task.title);
  return task;
}

test("shows the progress of a checklist, and updates it and the title after another user's edit and the user's own tick", async () => {
  const task = await addTask();
  const describe = async (description: string) =>
    await sendAsGrace("PATCH", `/api/tasks/${task.id}`, { description });
  await describe("- [ ] roses\n- [ ] lilies\n- [x] ferns");
  const { user } = await open("/kanban");
  const todo = within(await column("To Do"));
  await todo.findByText("1 of 3 checklist items done");
  await describe("- [ ] roses\n- [ ] lilies\n- [x] ferns\n- [x] moss");
  await todo.findByText("2 of 4 checklist items done");
  await sendAsGrace("PATCH", `/api/tasks/${task.id}`, { title: "Water the roses" });
  await todo.findByText("Water the roses");
  expect(todo.queryByText(task.title)).toBeNull();
  openOverBoard(paths.task(task.id));
  await user.click(await screen.findByRole("checkbox", { name: /roses/ }));
  await todo.findByText("3 of 4 checklist items done");
  await describe("Nothing left");
  await waitFor(() => expect(todo.queryByText(/checklist items/)).toBeNull());
});

test("fetches the whole board if the changes are unknown, fail, or don't name the task or the card below it", async () => {
  backend.answer("GET /api/kanban/changes", { reset: true }, 1);
  const task = await moveWhileOpen();
  backend.fail("GET /api/kanban/changes", { status: 500 }, 1);
  await moveTo(task.id, "In Progress");
  await within(await column("In Progress")).findByText(task.title);
  expect(boardsRead()).toBe(3);
  await moveTo(task.id, "Todo");
  await within(await column("To Do")).findByText(task.title);
  expect(changesRead()).toBe(3);
  expect(boardsRead()).toBe(3);

  const nothing = { position: "other-1", tasks: [], removed: [] };
  backend.answer("GET /api/kanban/changes", nothing, 1);
  await moveTo(task.id, "Done");
  await within(await column("Done")).findByText(task.title);
  expect(boardsRead()).toBe(4);
  const stray = { ...nothing, tasks: [{ ...task, status: "Todo", before: "unknown" }] };
  backend.answer("GET /api/kanban/changes", stray, 1);
  await moveTo(task.id, "In Progress");
  await within(await column("In Progress")).findByText(task.title);
  expect(boardsRead()).toBe(5);
});

test("fetches the whole board each time from a server that leaves out a part of it", async () => {
  const task = await addTask();
  const headers = {
    [EVENT_ID_HEADER]: backend.deps.events.lastEventId(),
    [CUT_HEADER]: "Done",
  };
  const body = { board: { Todo: [task], "In Progress": [], Done: [] } };
  backend.fail("GET /api/kanban/board", { status: 200, body, headers }, 1);
  await open("/kanban");
  await within(await column("To Do")).findByText(task.title);
  await moveTo(task.id, "Done");
  await within(await column("Done")).findByText(task.title);
  expect(changesRead()).toBe(0);
  expect(boardsRead()).toBe(2);
});

test.each([{ status: 404 }, { status: 405 }])(
  "fetches the whole board from a server without the changes route, after one attempt: %j",
  async (fault) => {
    backend.fail("GET /api/kanban/changes", fault, 9);
    const task = await moveWhileOpen();
    await moveTo(task.id, "In Progress");
    await within(await column("In Progress")).findByText(task.title);
    expect(changesRead()).toBe(1);
    expect(boardsRead()).toBe(3);
  },
);
