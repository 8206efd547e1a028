// Must come first: Redux Toolkit looks for the extension when it is loaded.
import "#testing/devTools.ts";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { legacy_createStore as createStore } from "@reduxjs/toolkit";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { type RootState, rootReducer } from "#app/state/rootReducer.ts";
import { countChanges } from "#features/changes/shown/waiting.ts";
import { browserCameOnline, browserWentOffline } from "#sync/connection/connectionSlice.ts";
import { PASSWORD } from "#testing/backend.ts";
import { commitAllBut, exportLog, readLog } from "#testing/devTools.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { column, moveByMenu } from "#testing/screens/boardScreen.ts";
import { enterText } from "#testing/screens/enterText.ts";
import { makeBugReport } from "./devtools/bugReport.ts";

const MOVE = "PATCH /api/kanban/{id}/status";
const REFRESH = "POST /api/auth/refresh";

/** Runs `npm run replay` on a report. */
async function replayInNode(report: unknown): Promise<{ code: unknown; output: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), "taskdeck-replay-"));
  const file = path.join(folder, "report.json");
  writeFileSync(file, JSON.stringify(report));
  const script = path.resolve("scripts/replay.ts");
  const options = { env: { PATH: process.env["PATH"] }, maxBuffer: 1e8 };
  const result = await new Promise<{ code: unknown; output: string }>((resolve) =>
    execFile(process.execPath, [script, file], options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    ),
  );
  rmSync(folder, { recursive: true });
  return result;
}

/**
 * Replays a log with the reducer alone, and returns the states. It has the slices of all screens from
 * the start, and leaves out those of screens that had not opened yet.
 */
function replay(json: string): unknown[] {
  const { before, actions, states } = readLog(json);
  const store = createStore(rootReducer, before as RootState);
  return actions.map((action, index) => {
    store.dispatch(action);
    const had = Object.keys(states[index] as RootState);
    const kept = Object.entries(store.getState()).filter(([slice]) => had.includes(slice));
    return asJson(Object.fromEntries(kept));
  });
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

async function open(user: UserEvent, screenName: string) {
  const menu = within(await screen.findByRole("navigation", { name: "Main" }));
  await user.click(await menu.findByRole("link", { name: screenName }));
}

async function signIn(user: UserEvent, email: string) {
  await enterText(user, await screen.findByLabelText("Email Address"), email);
  await enterText(user, screen.getByLabelText("Password"), PASSWORD);
  await user.click(screen.getByRole("button", { name: "Sign In" }));
}

async function move(user: UserEvent, title: string, to: string) {
  await moveByMenu(user, title, to);
  expect(await within(column(to)).findByRole("link", { name: title })).toBeVisible();
}

test("replaying a log exported from Redux DevTools ends in the same state", async () => {
  const backend = await openBackend();
  await backend.register({ role: "admin", email: "ada.lovelace@example.com" });
  await backend.register({ email: "bob@example.com" });
  const grace = await backend.as("member", { name: "Grace Hopper" });
  for (const title of ["Feed the cat", "Water the plants", "Wind the clock"]) {
    await grace.call("POST", "/api/tasks", { title, priority: "Low" });
  }

  const { user, store } = await renderApp({ path: "/login", backend });
  await signIn(user, "ada.lovelace@example.com");
  await screen.findByRole("heading", { level: 1, name: "Dashboard" });

  // The list with search and filter; then an expired access token.
  await open(user, "Tasks");
  await screen.findByRole("link", { name: "Feed the cat" });
  await user.type(screen.getByRole("searchbox"), "the c");
  await waitFor(() => expect(screen.queryByRole("link", { name: "Water the plants" })).toBeNull());
  backend.expireAccessTokens();
  const refreshes = backend.callsOf(REFRESH).length;
  await user.selectOptions(screen.getByLabelText("Priority"), "Low");
  await waitFor(() => expect(backend.callsOf(REFRESH)).toHaveLength(refreshes + 1));
  await screen.findByRole("link", { name: "Wind the clock" });

  // The board: one move confirmed, one rejected.
  await open(user, "Progress");
  await move(user, "Feed the cat", "Done");
  await screen.findByText("Task moved to Done");
  backend.fail(MOVE, { status: 500 });
  await moveByMenu(user, "Water the plants", "In Progress");
  await screen.findByText("Failed to update task status");
  await within(column("To Do")).findByRole("link", { name: "Water the plants" });
  // Without a connection a move waits; it is sent when the connection is back.
  backend.network = "down";
  act(() => void store.dispatch(browserWentOffline()));
  await waitFor(() => expect(store.getState().connection.status).toBe("offline"));
  await move(user, "Water the plants", "Done");
  expect(backend.callsOf(MOVE)).toHaveLength(2);
  backend.network = "up";
  act(() => void store.dispatch(browserCameOnline()));
  await waitFor(() => expect(backend.callsOf(MOVE)).toHaveLength(3));
  await waitFor(() => expect(countChanges(store.getState())).toBe(0));

  // A bulk action and its undo, with a server that leaves it to the app.
  backend.fail("GET /api/user-runs", { status: 404 }, Infinity);
  await open(user, "Users");
  await screen.findByRole("table");
  await user.click(screen.getByLabelText("Select all 2"));
  await user.click(screen.getByRole("button", { name: "Deactivate 2" }));
  await user.click(await screen.findByRole("button", { name: "Undo deactivation of 2" }));
  await screen.findByRole("button", { name: "Undo activation of 2" });

  // Another user signs in, until the server ends the session.
  await user.click(screen.getByRole("button", { name: "Logout" }));
  await signIn(user, "bob@example.com");
  await open(user, "Progress");
  await move(user, "Feed the cat", "In Progress");
  backend.fail(REFRESH, { status: 401 }, Infinity);
  backend.expireAccessTokens();
  await open(user, "Tasks");
  await screen.findByText("Session expired. Please login again.");
  await signIn(user, "ada.lovelace@example.com");
  await waitFor(() => expect(store.getState().auth.status).toBe("signedIn"));

  const json = exportLog();
  const { actions, states } = readLog(json);
  const types = new Set(actions.map(({ type }) => type));
  for (const type of [
    "session/refreshStarted",
    "session/expired",
    "filters/typingPaused",
    "changes/refused",
    "connection/restored",
    "userBulk/bulkEnded",
    "tasks/searchTasks fulfilled",
  ]) {
    expect(types).toContain(type);
  }
  expect(json).not.toContain(PASSWORD);
  expect(states.at(-1)).toEqual(asJson(store.getState()));
  // Each action must lead to the recorded state, not only the last one.
  expect(replay(json)).toEqual(states);

  // The extension keeps only the newest actions; the log begins with the state before them.
  commitAllBut(50);
  expect(readLog(exportLog()).actions).toHaveLength(50);
  expect(replay(exportLog())).toEqual(states.slice(-50));

  // A bug report of the same session.
  const report = makeBugReport(new Error("The screen failed"));
  expect(report?.actions.length).toBeGreaterThan(100);
  for (const hidden of [PASSWORD, "Grace Hopper", "bob@example.com"]) {
    expect(JSON.stringify(report)).not.toContain(hidden);
  }
  expect(JSON.stringify(report)).toContain("Feed the cat");
  expect(JSON.stringify(makeBugReport(null, { withNames: true }))).toContain("Grace Hopper");
  const told = await replayInNode(report);
  expect(told.output).toContain("Error: The screen failed");
  expect(told.output).toContain("tasks/searchTasks fulfilled");
  expect(told.output).toMatch(/session: signedIn → (refreshing|expired)/);
  expect(told.output).toMatch(/The \d+ actions lead to the user's state\./);
  expect(told.code).toBe(0);

  const at = report?.actions.findIndex(({ action }) => action.type === "session/expired") ?? -1;
  report?.actions.splice(at, 1);
  const other = await replayInNode(report);
  expect(other.output).toMatch(/After action \d+, .+, the user's state differs in: .*auth/);
  expect(other.code).toBe(1);
}, 180_000);
