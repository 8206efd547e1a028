import { QueryStatus } from "@reduxjs/toolkit/query/react";
import type { Board } from "#contract/board.ts";
import { TASK_STATUSES } from "#contract/task.ts";
import type { ModelResponse } from "#testing/schedules/model/modelServer.ts";
import type { Call } from "./calls.ts";
import type { Toast } from "./expectations.ts";
import { MoveContext } from "./moveContext.ts";
import { MoveReads } from "./moveReads.ts";
import { MoveRequests } from "./moveRequests.ts";

const placesOf = (board: Board | null | undefined): string =>
  TASK_STATUSES.map(
    (status) => `${status}: ${board?.[status].map(({ title, id }) => `${id} ${title}`).join()}`,
  ).join("; ");

function unordered(board: Board | undefined): Board | undefined {
  if (!board) return board;
  const lists = TASK_STATUSES.map((status) => [
    status,
    board[status].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  ]);
  return Object.fromEntries(lists) as Board;
}

/** Observes every request, response and toast, and checks the rules of moves. */
export class MoveChecker {
  readonly requests: MoveRequests;
  readonly reads: MoveReads;
  private readonly context: MoveContext;
  private readonly toasts: Toast[] = [];
  /** The newest move of each card that the server has applied. */
  private readonly newest = new Map<string, number>();
  /** When a move was last refused. */
  private refusedAt = 0;

  constructor(...given: ConstructorParameters<typeof MoveContext>) {
    const context = new MoveContext(...given);
    this.context = context;
    this.requests = new MoveRequests(context);
    this.reads = new MoveReads(context);
  }

  /** The app has handled everything that has arrived. */
  tick(isHeld: boolean): void {
    const { context } = this;
    this.reads.noteRequests();
    context.now += 1;
    // A response that ends an outage causes a refetch of the board before its own effect.
    context.expected.confirmed(context.now);
    this.reads.tick();
    const shown = context.client.shown();
    if (!shown || isHeld) return;
    const expected = placesOf(context.expected.shown());
    const isShown = placesOf(shown) === expected;
    context.must("shown", isShown, () => `${placesOf(shown)}, not ${expected}`);
  }

  /** Another user moves or deletes a card. */
  noteOther(cardId: string): void {
    const { context } = this;
    context.now += 1;
    context.others.set(cardId, context.now);
  }

  /** A move is sent. */
  noteSent(call: Call): void {
    this.reads.runAfterwards();
    const { context } = this;
    const { client, calls, expected, delayed } = context;
    const { cardId, move } = call;
    const { pending } = expected.of(cardId);
    const others = calls.moves();
    const same = others.filter((other) => other.cardId === cardId);
    context.must(
      "one request per card",
      same.every(({ end }) => end !== "out"),
      () => cardId,
    );
    context.must(
      "sent once",
      call.isReplay ||
        pending?.mayResend ||
        delayed.delete(move) ||
        same.every((other) => other.move !== move),
      () => `move ${move} of ${cardId} again`,
    );
    const bound = client.lastBeforeReturn();
    const { undoes } = expected;
    const older = expected
      .pendingMoves()
      .filter(([id, other]) => id !== cardId && other.move < move && other.move <= bound)
      .filter(([, other]) => !undoes.has(other.move));
    const out = others.filter(
      (other) => other.end === "out" && other.move <= bound && !undoes.has(other.move),
    );
    // A task is read before its move is undone, which the moves of other cards don't wait for.
    context.must(
      "in order after an outage",
      undoes.has(move) || (older.length === 0 && out.length === 0),
      () => `${move} of ${cardId} before ${older.map(([id]) => id).join()} ${out.length}`,
    );
    if (call.isReplay) return;
    // A newer move may overtake a request that waits for a new token.
    const isNewest = pending?.move === move || pending?.duringRefresh;
    context.must(
      "newest only",
      isNewest === true,
      () => `${move} of ${cardId}, not ${pending?.move}`,
    );
    context.must("nothing while offline", !client.beganOffline(cardId), () => cardId);
    expected.sentAt.set(move, bound);
    if (pending?.move !== move) return;
    pending.sentAt = bound;
    pending.mayResend = false;
    pending.lost = null;
  }

  /** The server has handled a call. */
  noteHandled({ kind, cardId, move }: Call, { status }: ModelResponse): void {
    if (kind !== "write" || status !== 200) return;
    const last = this.newest.get(cardId) ?? 0;
    this.newest.set(cardId, move);
    this.context.must(
      "the server hears older moves first",
      last <= move,
      () => `${cardId}: ${move}`,
    );
  }

  noteLost(call: Call): void {
    // The end of an outage aborts calls between a confirmation and the board's request.
    if (call.kind === "read" || call.kind === "probe") return;
    this.context.now += 1;
    if (call.kind === "write") this.reads.noteLostMove(call);
    else this.noteRefresh(false);
  }

  noteDelivered(call: Call, response: ModelResponse): void {
    const { status } = response;
    const isFinal = status !== 401 || call.isReplay;
    call.end = isFinal ? "answered" : "refusedToken";
    this.context.now += 1;
    if (call.kind === "refresh") this.noteRefresh(status === 200);
    else if (call.kind === "read") this.reads.noteDelivered(call, response);
    else if (call.kind === "write" && isFinal) this.noteOutcome(call, response);
  }

  private noteOutcome(call: Call, { status, headers }: ModelResponse): void {
    const { expected, delayed, now } = this.context;
    const { cardId, move, to } = call;
    if (status === 200) expected.confirm(cardId, move, to);
    else if (headers?.["retry-after"]) delayed.add(move);
    else if (status > 500) this.reads.noteLostMove(call);
    // The task has another version, so it is read again.
    else if (status !== 412) {
      this.refusedAt = now;
      expected.refuse(cardId, move);
    }
  }

  /** A failed refresh fails the moves that wait for it. */
  private noteRefresh(succeeded: boolean): void {
    for (const call of this.context.calls.refreshed(succeeded)) {
      call.end = "lost";
      this.reads.noteLostMove(call);
    }
  }

  /** The app has shown a toast. */
  noteToast(message: unknown): void {
    const text = textOf(message);
    const to = TASK_STATUSES.find((status) => text === `Task moved to ${status}`);
    if (to) this.toasts.push(`moved to ${to}`);
    else if (text === "Failed to update task status") this.toasts.push("failed");
    else if (text !== "Failed to load kanban board")
      this.context.must("one toast per outcome", false, () => text);
  }

  /** Called when all calls have ended. */
  checkFresh(): void {
    this.context.must(
      "a fresh board",
      this.reads.boardRequestedAt > this.refusedAt,
      () => `none since ${this.refusedAt}`,
    );
  }

  /**
   * Called when all messages have been delivered. The user's moves stay in the order of their
   * requests. After a failed fetch the app waits for its next reason to refetch.
   */
  checkFollows(board: Board): void {
    const { context } = this;
    if (context.client.boardStatus() !== QueryStatus.fulfilled) return;
    const shown = placesOf(unordered(context.client.shown()));
    const there = placesOf(unordered(board));
    context.must("follows", shown === there, () => `${shown}, not ${there}`);
  }

  /** Called when the app has fetched the final board. */
  checkSettles(board: Board): void {
    const { context } = this;
    const { client, expected } = context;
    const shown = placesOf(client.shown());
    const there = placesOf(board);
    context.must("settles", shown === there, () => `${shown}, but the server has ${there}`);
    const open = expected.pendingMoves();
    context.must("settles", open.length === 0, () => `${JSON.stringify(open)} never settled`);
    const pending = ["a", "b", "c"].filter((id) => client.isPending(id));
    context.must("settles", pending.length === 0, () => `${pending.join()} pending`);
    const toasts = this.toasts.toSorted().join();
    const due = expected.toasts.toSorted().join();
    context.must("one toast per outcome", toasts === due, () => `${toasts}, not ${due}`);
  }
}

/** A toast's text. Toasts of moves get the column, those with a second line the first one. */
function textOf(message: unknown): string {
  if (typeof message === "string") return message;
  const { to, text } = (message as { props: { to?: string; text?: string } }).props;
  return text ?? `Task moved to ${to}`;
}
