import { selectIsOffline } from "#api/connectionEvents.ts";
import type { TaskDetail } from "#api/taskResponses.ts";
import type { AppStore } from "#app/store.ts";
import type { TaskSummary } from "#contract/shapes/task.ts";
import type { TaskStatus } from "#contract/task.ts";
import { boardApi } from "#features/board/data/boardApi.ts";
import { requestNewTask } from "#features/changes/actions/newTask.ts";
import { requestMoves, shownValue } from "#features/changes/actions/requestChanges.ts";
import { requestEdit } from "#features/changes/actions/requestEdit.ts";
import { submitForm } from "#features/changes/actions/submitForm.ts";
import { undoNewest } from "#features/changes/actions/undo.ts";
import {
  allChanges,
  type Field,
  type FieldValue,
  type NamedChange,
  type ValueChanges,
  type Values,
  type Wanted,
} from "#features/changes/queue/change.ts";
import { type DoneChange, newestGroup } from "#features/changes/queue/history.ts";
import { shownIn } from "#features/changes/queue/pendingChange.ts";
import { requestedAt } from "#features/changes/queue/responses.ts";
import { foldTask } from "#features/changes/shown/foldTasks.ts";
import { selectShownTasks, selectSnapshot } from "#features/changes/shown/shownBoard.ts";
import { tasksApi } from "#features/tasks/data/tasksApi.ts";
import { selectStoredUser, userArrivedElsewhere } from "#session/authSlice.ts";
import { TokenVault } from "#session/tokens.ts";
import { memoryStorage } from "#testing/schedules/model/fakeBrowser.ts";
import type { sessionOf } from "#testing/schedules/model/modelServer.ts";
import { openApp } from "./openApp.ts";

type Session = ReturnType<typeof sessionOf>;

/** The task whose page is open beside the board. */
export const OPEN_TASK = "a";

const { getBoard } = boardApi.endpoints;
const { getTask } = tasksApi.endpoints;

/** A page of the app: the board and a task's page. */
export class Tab {
  readonly number: number;
  readonly clientId: string;
  readonly store: AppStore;
  private readonly tokens = new TokenVault(memoryStorage(), new EventTarget(), null);
  readonly app: ReturnType<typeof openApp>;
  private readonly life = Promise.withResolvers<void>();
  isClosed = false;
  /** Whether the code that sends changes has loaded. */
  hasArrived = false;
  /** Whether the form is being saved. */
  isSaving = false;
  /** Whether the former user's screens are still there, for an instant. */
  private isLeaving = false;

  constructor(number: number, session: Session, locks: Pick<LockManager, "request">) {
    this.number = number;
    this.tokens.signIn(session);
    const request = (name: string, options: LockOptions, work: (lock: Lock | null) => unknown) =>
      locks.request(name, options, (lock) =>
        this.isClosed ? undefined : Promise.race([work(lock), this.life.promise]),
      );
    this.app = openApp(this.tokens, { request: request as LockManager["request"] });
    this.store = this.app.store;
    this.clientId = this.app.clientId;
  }

  /** Shows the board and the task's page, also after another user has signed in. */
  open(): void {
    const { dispatch, getState, subscribe } = this.store;
    const show = () => {
      if (this.isClosed || !getBoard.select()(getState()).isUninitialized) return;
      this.isLeaving = false;
      void dispatch(getBoard.initiate());
      void dispatch(getTask.initiate(OPEN_TASK));
    };
    show();
    subscribe(show);
  }

  /** The code that sends changes has loaded. */
  arrive(): void {
    if (this.isClosed || this.hasArrived) return;
    this.hasArrived = true;
    this.app.arrive();
  }

  /** Closes the page. Its lock becomes free, and it hears nothing more. */
  close(): void {
    this.isClosed = true;
    this.app.close();
    this.life.resolve();
  }

  /** The user whose changes the page makes. */
  get owner(): string {
    return selectStoredUser(this.store.getState())?.id ?? "";
  }

  /** The number of outages that are over. */
  get returns(): number {
    return this.store.getState().connection.returns;
  }

  /** Whether the app knows that it has no connection. */
  get isOffline(): boolean {
    return selectIsOffline(this.store.getState());
  }

  /** When the connection last came back, by the app's clock. */
  get restored(): number {
    return this.store.getState().changes.restored;
  }

  /** Whether the last request of the board has succeeded. */
  get hasBoard(): boolean {
    return this.isReady && getBoard.select()(this.store.getState()).isSuccess;
  }

  /** Whether it has a board, so that the user can act. */
  get isReady(): boolean {
    return !this.isLeaving && selectSnapshot(this.store.getState()) !== undefined;
  }

  /** Whether it has the open task, so that the user can use its form. */
  get isPageReady(): boolean {
    return this.page !== null;
  }

  /** Whether the board shows a task. */
  has(id: string): boolean {
    return this.tasks([id]).length > 0;
  }

  get changes(): NamedChange[] {
    return allChanges(this.store.getState().changes.entries);
  }

  get newTasks(): { id: string; what: "new"; value: FieldValue; from: null }[] {
    return this.changes.flatMap(({ id, what, change }) =>
      what === "new" && change.phase !== "confirmed"
        ? [{ id, what, value: shownIn(change)?.value ?? null, from: null }]
        : [],
    );
  }

  /** The newest value that the app has for a field, unless the server has confirmed it. */
  pending(id: string, what: string): Wanted | null {
    const change = this.store.getState().changes.entries[id]?.[what as Field];
    return change && change.phase !== "confirmed" ? shownIn(change) : null;
  }

  /** The value that the server has confirmed for a field, while the screen shows it over a response. */
  confirmed(id: string, what: string): Wanted | null {
    const change = this.store.getState().changes.entries[id]?.[what as Field];
    if (change?.phase !== "confirmed") return null;
    return this.shownValue(id, what as Field) === change.known.value ? change.known : null;
  }

  shownValue(id: string, what: Field): FieldValue | undefined {
    return shownValue(this.store.getState(), id, what);
  }

  /** The changes that the next undo reverts, and all that can be undone. */
  get undoable(): { newest: DoneChange[]; all: DoneChange[] } {
    const { history } = this.store.getState().changes;
    return {
      newest: newestGroup(history),
      all: history.filter(({ undoneAt }) => undoneAt === null),
    };
  }

  private tasks(ids: readonly string[]): readonly TaskSummary[] {
    return selectShownTasks(this.store.getState(), ids);
  }

  edit(ids: readonly string[], values: ValueChanges): void {
    this.store.dispatch(requestEdit(this.tasks(ids), values));
  }

  /** The open task as its page shows it. */
  private get page(): TaskDetail | null {
    const state = this.store.getState();
    const { data, requestId } = getTask.select(OPEN_TASK)(state);
    const { changes } = state;
    return data ? foldTask(data, changes.entries, requestedAt(changes, requestId)) : null;
  }

  /** Changes the open task's description: only its page has one. */
  describe(description: string): void {
    const { page } = this;
    if (page) this.store.dispatch(requestEdit([page], { description }));
  }

  move(ids: readonly string[], to: TaskStatus): void {
    this.store.dispatch(requestMoves(this.tasks(ids), to, "menu"));
  }

  add(title: string): void {
    this.store.dispatch(requestNewTask(title, { status: "Todo", assignee_id: null }));
  }

  undo(): void {
    this.store.dispatch(undoNewest());
  }

  refetch(): void {
    const options = { forceRefetch: true, subscribe: false } as const;
    void this.store.dispatch(getBoard.initiate(undefined, options));
    void this.store.dispatch(getTask.initiate(OPEN_TASK, options));
  }

  /** The user saves the form of the open task with other values. */
  save(values: Values): void {
    const { dispatch } = this.store;
    const before = this.page;
    if (!before) return;
    const { title, description, status, priority, due_date, assignee_id } = before;
    const form = { title, description, status, priority, due_date, assignee_id };
    const input = { ...form, ...values };
    this.isSaving = true;
    void dispatch(submitForm(before, input)).finally(() => {
      this.isSaving = false;
    });
  }

  /** Another user signs in, in another tab. This page hears of it later (`hearUser`). */
  signIn(session: Session): void {
    this.tokens.signIn(session);
  }

  hearUser({ user }: Session): void {
    this.isLeaving = user.id !== this.owner;
    this.store.dispatch(userArrivedElsewhere(user));
  }
}
