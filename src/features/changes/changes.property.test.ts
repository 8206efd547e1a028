import { expect, it, jest } from "@jest/globals";
import { clearAllListeners } from "@reduxjs/toolkit";
import { waitFor } from "@testing-library/react";
import fc from "fast-check";
import { api } from "#api/api.ts";
import { serverUnreachable } from "#api/connectionEvents.ts";
import type * as Errors from "#api/errors.ts";
import { storeParts } from "#app/layout/SignedInLayout.ts";
import type { AppStore } from "#app/store.ts";
import type { SessionResponse } from "#contract/session.ts";
import type { Task, TaskInput, TaskStatus } from "#contract/task.ts";
import { tasksApi } from "#features/tasks/tasksApi.ts";
import { installStoreParts } from "#lib/storeParts.ts";
import { userArrivedElsewhere } from "#session/sessionSlice.ts";
import { TokenVault } from "#session/tokens.ts";
import { boardApi } from "#sync/board/boardApi.ts";
import type { Backend, CallName, Fault } from "#testing/backend.ts";
import { fakeLocks } from "#testing/fakeLocks.ts";
import { makeTestStore, openBackend } from "#testing/renderApp.tsx";
import { runs } from "#testing/schedules/runs.ts";
import type { Field } from "./change.ts";
import { newestGroup } from "./history.ts";
import { requestEdit, requestMoves, requestNewTask } from "./requestChanges.ts";
import { saveTask } from "./saveTask.ts";
import { selectSnapshot } from "./shownBoard.ts";
import { selectUndoable, undoNewest } from "./undo.ts";

installStoreParts({ storeParts });

// A busy server's pause is short, because hundreds of them are waited for.
jest.mock("#api/errors.ts", () => {
  const actual = jest.requireActual<typeof Errors>("#api/errors.ts");
  const busyMsOf: typeof actual.busyMsOf = (error) =>
    actual.busyMsOf(error) === undefined ? undefined : 20;
  return { ...actual, busyMsOf };
});

const BUSY: Fault = { status: 429, headers: { "retry-after": "1" } };
/** None of them refuses a change. */
const fault = fc.constantFrom<Fault>("lost", "cut", "unreachable", { status: 502 }, BUSY);
/** A lost move fails at once (§4), so only a busy server is of interest here. */
const failing = fc.oneof(
  fc.record({
    call: fc.constantFrom<CallName>(
      "PATCH /api/tasks/{id}",
      "PUT /api/tasks/{id}",
      "POST /api/tasks",
      "GET /api/tasks/{id}",
    ),
    fault,
  }),
  fc.record({
    call: fc.constantFrom<CallName>("PATCH /api/kanban/{id}/status"),
    fault: fc.constant(BUSY),
  }),
);

const which = fc.constantFrom([0], [1], [0, 1]);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("edit" as const),
      which,
      priority: fc.constantFrom("Low", "Medium", "High"),
    }),
  },
  fc.record({
    do: fc.constant("rename" as const),
    index: fc.nat(1),
    title: fc.constantFrom("First", "Second"),
  }),
  fc.record({
    do: fc.constant("tick" as const),
    index: fc.nat(1),
    text: fc.constantFrom("a", "b"),
  }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("move" as const),
      which,
      to: fc.constantFrom<TaskStatus>("Todo", "In Progress", "Done"),
    }),
  },
  fc.record({
    do: fc.constant("save" as const),
    index: fc.nat(1),
    title: fc.constantFrom("Saved", "Second"),
    status: fc.constantFrom<TaskStatus>("Todo", "Done"),
  }),
  fc.record({ do: fc.constant("add" as const) }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant("undo" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("settle" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("fail" as const), failing }) },
  fc.record({ do: fc.constant("reload" as const) }),
  fc.record({ do: fc.constant("outage" as const) }),
  fc.record({ do: fc.constant("return" as const) }),
  fc.record({
    do: fc.constant("otherTab" as const),
    index: fc.nat(1),
    day: fc.constantFrom("2999-01-01", "2999-02-02"),
  }),
  fc.record({ do: fc.constant("closeOtherTab" as const) }),
  fc.record({ do: fc.constant("otherUser" as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const SCHEDULES = runs(25);
const TIMEOUT_MS = 60_000;

interface Tab {
  store: AppStore;
  tokens: TokenVault;
  /** It hears nothing more. */
  stop: () => void;
  /** Its lock becomes free. */
  end: () => void;
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

const COLUMNS = ["title", "priority", "status", "due_date", "description"] as const;

/** One run: a user's tabs, and what the user wants of each task. */
class Run {
  private readonly backend: Backend;
  private readonly ada: SessionResponse;
  private readonly bob: SessionResponse;
  private readonly locks = fakeLocks();
  /** What the user wants, by task. */
  private wanted: Task[];
  private readonly added: string[] = [];
  private tab: Tab | undefined;
  private other: Tab | undefined;

  constructor(backend: Backend, [ada, bob]: [SessionResponse, SessionResponse], tasks: Task[]) {
    this.backend = backend;
    this.ada = ada;
    this.bob = bob;
    this.wanted = tasks;
  }

  private async openTab(): Promise<Tab> {
    const life = Promise.withResolvers<void>();
    let isClosed = false;
    const request = (name: string, options: LockOptions, work: (lock: Lock | null) => unknown) =>
      this.locks.request(name, options, (lock) =>
        isClosed ? undefined : Promise.race([work(lock), life.promise]),
      );
    const tokens = new TokenVault();
    tokens.signIn(this.ada);
    const store = makeTestStore(tokens, { locks: { request: request as LockManager["request"] } });
    await store.dispatch(boardApi.endpoints.getBoard.initiate());
    if (this.backend.network === "down") await this.disconnect(store);
    const stop = () => {
      isClosed = true;
      store.dispatch(clearAllListeners());
    };
    return { store, tokens, stop, end: life.resolve };
  }

  /** Waits until a tab knows of the outage. A move that fails without one fails at once (§4). */
  private async disconnect(store: AppStore): Promise<void> {
    store.dispatch(serverUnreachable());
    await waitFor(() => expect(store.getState().connection.status).toBe("offline"));
  }

  private async closeTab({ store, stop, end }: Tab): Promise<void> {
    stop();
    // A request that the server handles after the next page's reads is not ours to order. A tick on a
    // plain server reads first.
    await Promise.all(store.dispatch(api.util.getRunningQueriesThunk()));
    await nextTask();
    await Promise.all(store.dispatch(api.util.getRunningMutationsThunk()));
    end();
  }

  private want(index: number, values: Partial<Task>): void {
    this.wanted = this.wanted.map((task, at) => (at === index ? { ...task, ...values } : task));
  }

  private edit({ store }: Tab, indexes: readonly number[], values: Partial<Task>): void {
    store.dispatch(
      requestEdit(
        indexes.flatMap((index) => this.wanted[index] ?? []),
        values,
      ),
    );
    for (const index of indexes) this.want(index, values);
  }

  /** The user saves the form, again if that fails. */
  private async save({ store }: Tab, index: number, values: Partial<TaskInput>): Promise<void> {
    const shown = this.wanted[index] as Task;
    const { getTask, updateTask } = tasksApi.endpoints;
    const options = { forceRefetch: true, subscribe: false } as const;
    const attempt = async (): Promise<boolean> => {
      const { data } = await store.dispatch(getTask.initiate(shown.id, options));
      if (!data) return false;
      const { title, description, status, priority, assignee_id } = { ...shown, ...values };
      const { due_date, etag } = data;
      const input = { title, description, status, priority, due_date, assignee_id };
      const call = { id: shown.id, ...(etag && { etag }), ...input };
      const send = async () => await store.dispatch(updateTask.initiate(call));
      const { error } = await store.dispatch(saveTask({ ...shown, due_date }, input, send));
      return !error;
    };
    await waitFor(async () => expect(await attempt()).toBe(true), { timeout: TIMEOUT_MS });
    this.want(index, values);
  }

  private undo({ store }: Tab): void {
    const state = store.getState();
    if (!selectSnapshot(state)) return;
    const times = newestGroup(state.changes.history).map(({ at }) => at);
    for (const { id, what, from } of selectUndoable(state, times)) {
      const index = this.wanted.findIndex((task) => task.id === id);
      this.want(index, { [what satisfies Field]: from });
    }
    store.dispatch(undoNewest());
  }

  /** Bob signs in, and leaves again. What Ada's tabs have not sent is discarded. */
  private async letBobIn(): Promise<void> {
    await this.perform({ do: "closeOtherTab" });
    const tab = (this.tab ??= await this.openTab());
    tab.tokens.signIn(this.bob);
    tab.store.dispatch(userArrivedElsewhere(this.bob.user));
    await Promise.all(tab.store.dispatch(api.util.getRunningMutationsThunk()));
    await waitFor(() => expect(tab.store.getState().changes.entries).toEqual({}));
    await this.closeTab(tab);
    localStorage.clear();
    this.tab = undefined;
    this.wanted = await Promise.all(this.wanted.map(async ({ id }) => await this.onServer(id)));
    this.added.splice(0, Infinity, ...(await this.created()));
  }

  async perform(one: Step): Promise<void> {
    const { backend } = this;
    const tab = (this.tab ??= await this.openTab());
    const isPlain = backend.isPlain;
    switch (one.do) {
      case "edit":
        return isPlain ? undefined : this.edit(tab, one.which, { priority: one.priority });
      case "rename":
        return isPlain ? undefined : this.edit(tab, [one.index], { title: one.title });
      case "tick":
        return this.edit(tab, [one.index], { description: one.text });
      case "move": {
        const tasks = one.which.flatMap((index) => this.wanted[index] ?? []);
        tab.store.dispatch(requestMoves(tasks, one.to, "menu"));
        for (const index of one.which) this.want(index, { status: one.to });
        return undefined;
      }
      case "save":
        if (backend.network === "up") await this.save(tab, one.index, one);
        return undefined;
      case "add": {
        // A server without keys may create a second task, so the user decides.
        if (isPlain) return undefined;
        const title = `Task ${this.added.length}`;
        this.added.push(title);
        tab.store.dispatch(requestNewTask(title, { status: "Todo", assignee_id: null }));
        return undefined;
      }
      case "undo":
        return this.undo(tab);
      case "settle":
        return await this.settle();
      case "fail":
        return backend.fail(one.failing.call, one.failing.fault);
      case "reload":
        await this.closeTab(tab);
        this.tab = await this.openTab();
        return undefined;
      case "outage":
        backend.network = "down";
        for (const one of [tab, this.other]) if (one) await this.disconnect(one.store);
        return undefined;
      case "return":
        backend.network = "up";
        return undefined;
      case "otherTab":
        if (isPlain) return undefined;
        this.other ??= await this.openTab();
        return this.edit(this.other, [one.index], { due_date: one.day });
      case "closeOtherTab":
        if (this.other) await this.closeTab(this.other);
        this.other = undefined;
        return undefined;
      case "otherUser":
        return await this.letBobIn();
    }
  }

  /** Waits until no change is open. */
  private async settle(): Promise<void> {
    this.backend.network = "up";
    const open = () =>
      [this.tab, this.other].flatMap((tab) =>
        Object.values(tab?.store.getState().changes.entries ?? {}).flatMap((changes) =>
          Object.values(changes).filter(({ phase }) => phase !== "confirmed"),
        ),
      );
    await waitFor(() => expect(open()).toEqual([]), { timeout: TIMEOUT_MS });
  }

  private async onServer(id: string): Promise<Task> {
    const query = this.backend.db.selectFrom("tasks").selectAll().where("id", "=", id);
    return await query.executeTakeFirstOrThrow();
  }

  private async created(): Promise<string[]> {
    const { id } = this.ada.user;
    const query = this.backend.db.selectFrom("tasks").select("title").where("created_by", "=", id);
    return (await query.execute()).map(({ title }) => title).toSorted();
  }

  async check(): Promise<void> {
    // A closed tab's list is taken over at the latest by the next page.
    await this.perform({ do: "closeOtherTab" });
    this.backend.network = "up";
    await this.perform({ do: "reload" });
    await this.settle();
    const values = (task: Task) => COLUMNS.map((column) => task[column]);
    for (const task of this.wanted)
      expect(values(await this.onServer(task.id))).toEqual(values(task));
    expect(await this.created()).toEqual(this.added.toSorted());
    const { accessToken } = this.bob;
    const asBob = this.backend.calls.filter(
      ({ name, token }) => token === accessToken && !name.startsWith("GET "),
    );
    expect(asBob).toEqual([]);
    if (this.tab) await this.closeTab(this.tab);
  }
}

const schedule = fc.record({
  isPlain: fc.boolean(),
  steps: fc.array(step, { minLength: 3, maxLength: 10 }),
});

it(
  "changes of all kinds arrive once each, whatever is lost, reloaded, delayed or undone",
  async () => {
    await fc.assert(
      fc.asyncProperty(schedule, async ({ isPlain, steps }) => {
        localStorage.clear();
        const backend = await openBackend();
        const grace = await backend.as("member", { name: "Grace Hopper" });
        const tasks: Task[] = [];
        for (const title of ["One", "Two"]) {
          const { body } = await grace.call("POST", "/api/tasks", { title, priority: "Low" });
          tasks.push((body as { task: Task }).task);
        }
        const ada = await backend.register();
        const bob = await backend.register({ email: "bob@example.com" });
        backend.isPlain = isPlain;
        const world = new Run(backend, [ada, bob], tasks);
        for (const one of steps) await world.perform(one);
        await world.check();
        await backend.close();
      }),
      SCHEDULES,
    );
  },
  300_000 + SCHEDULES.numRuns * 2_000,
);
