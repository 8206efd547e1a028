import { QueryStatus } from "@reduxjs/toolkit/query/react";
import type { Board } from "#contract/board.ts";
import type { TaskStatus } from "#contract/task.ts";
import { columnOf } from "#features/changes/shown/moveCards.ts";
import type { ModelResponse } from "#testing/schedules/model/modelServer.ts";
import type { Call } from "./calls.ts";
import type { MoveContext } from "./moveContext.ts";

type BoardAfter = NonNullable<ModelResponse["boardAfter"]>;

/** The boards and tasks that the app reads, and what they show of moves without a response. */
export class MoveReads {
  /** When each request of the board or of a task was sent, by its id. */
  private readonly requests = new Map<string, number>();
  /** When the board was last requested. */
  boardRequestedAt = 0;
  /** When the connection last came back, and `Client.lastBeforeReturn` since then. */
  private returned = { at: 0, bound: 0 };
  /** The tick of each lost response to a move. */
  private readonly losses: number[] = [];
  private ticks = 0;
  /** Checks to run after the app has handled a message. */
  private afterwards: (() => unknown)[] = [];
  private readonly context: MoveContext;

  constructor(context: MoveContext) {
    this.context = context;
  }

  /**
   * The app may have begun to read the board or tasks. Requests that it begins together may be sent in
   * another order.
   */
  noteRequests(): void {
    const { client, now } = this.context;
    const bound = client.lastBeforeReturn();
    if (bound !== this.returned.bound) this.returned = { at: now, bound };
    for (const id of client.reads()) {
      if (this.requests.has(id)) continue;
      this.requests.set(id, ++this.context.now);
      if (id === client.boardRequest()) this.boardRequestedAt = this.context.now;
    }
  }

  /** The app has handled everything that has arrived. */
  tick(): void {
    this.ticks += 1;
    this.runAfterwards();
  }

  /** No response to a move will arrive. */
  noteLostMove(call: Call): void {
    const { expected, now } = this.context;
    this.losses.push(this.ticks);
    expected.loseResponse(call.cardId, call, now, this.ticks);
  }

  /** A board or a task arrives. */
  noteDelivered(call: Call, { status, body, boardAfter }: ModelResponse): void {
    if (call.taskId !== "") {
      const { status: found } = (body as { task?: { status: TaskStatus } }).task ?? {};
      if (status === 200 || status === 404 || this.isRefused(call, status))
        this.afterwards.push(() => this.processTask(call, found ?? null));
    } else if (status === 200 && boardAfter) {
      const requested = this.requests.get(call.query) ?? this.context.now;
      this.afterwards.push(() => this.processBoard(call, boardAfter, requested));
    }
  }

  /** Whether the server refuses the new token too. */
  private isRefused({ query }: Call, status: number): boolean {
    return status === 401 && this.context.calls.refusals(query) > 1;
  }

  /** The client has processed the response, unless it aborted the request or continued with another. */
  private processBoard(call: Call, boardAfter: BoardAfter, requested: number): void {
    const { client, calls, expected } = this.context;
    if (call.signal?.aborted || calls.isContinued(call)) return;
    const mayBeResent = client.boardStatus() === QueryStatus.pending;
    if (mayBeResent && client.boardRequest() === call.query) {
      this.afterwards.push(() => this.processBoard(call, boardAfter, requested));
      return;
    }
    const board = boardAfter(expected.snapshot);
    if (board) this.receiveBoard(board, requested);
  }

  /** The client has read a task before it undoes a move, or after a lost response to the undo. */
  private processTask(call: Call, found: TaskStatus | null): void {
    const { client, calls, expected } = this.context;
    if (call.signal?.aborted || calls.isContinued(call)) return;
    const { taskId: cardId, query } = call;
    const card = expected.of(cardId);
    const { pending } = card;
    const undone = expected.undoes.get(pending?.move ?? 0);
    if (!pending || undone === undefined) return;
    if (client.isPending(cardId)) {
      // If the cache has dropped the response, the app reads the task again.
      const isKept = client.taskRequest(cardId) === query;
      if (isKept) Object.assign(pending, { mayResend: true, lost: null, found });
      return;
    }
    card.confirmed = null;
    if (found === null) expected.refuse(cardId, pending.move);
    else if (found === pending.to)
      expected.confirm(cardId, pending.move, found, this.requests.get(query) ?? this.context.now);
    else {
      // A later move of the user may have been confirmed before both were undone, or the undone one refused.
      const last = Math.max(undone, expected.lastApplied.get(cardId) ?? 0);
      const isThere = found === (pending.found ?? this.context.targets.get(last));
      const isGivenUp = isThere && pending.sentAt === null && expected.applied.has(undone);
      this.context.must("undo", !isGivenUp, () => `${cardId} is still where it was moved`);
      if (isThere && pending.sentAt !== null) expected.settle(cardId, false);
      // A note says that somebody has moved the card since.
      else card.pending = null;
    }
  }

  private receiveBoard(board: Board, requested: number): void {
    const { client, expected } = this.context;
    for (const cardId of expected.resolveLost(board, requested)) {
      const { pending } = expected.of(cardId);
      if (!pending) continue;
      const isApplied = columnOf(board, cardId) === pending.to;
      const isPending = client.isPending(cardId);
      // A move that the outage may have stopped is resent, unless others have moved the card.
      const isSentAgain =
        isPending && !isApplied && client.lastBeforeReturn() > (pending.sentAt ?? 0);
      if (isSentAgain) pending.mayResend = true;
      // If several responses are lost at once, the app may have requested the board after the first
      // of them.
      const mayBeEarlier = this.losses.filter((at) => at === pending.lostTick).length > 1;
      if (isPending && mayBeEarlier) continue;
      if (isSentAgain) pending.lost = null;
      else expected.settle(cardId, isApplied);
    }
    this.checkWaiting(board, requested);
  }

  /** A move from before an outage's end gives way to another user's, until it is sent. */
  private checkWaiting(board: Board, requested: number): void {
    const { context } = this;
    const { client, calls, expected, delayed, others } = context;
    for (const [cardId, { to, move, ...pending }] of expected.pendingMoves()) {
      const isUnsent =
        pending.sentAt === null ||
        pending.mayResend ||
        delayed.has(move) ||
        // The server refused its token, and the connection broke before it was sent with a new one.
        calls.isAwaitingReplay(cardId, move);
      const isWaiting = isUnsent && move <= client.lastBeforeReturn();
      const found = columnOf(board, cardId);
      const { columns } = expected.of(cardId);
      if (expected.undoes.has(move)) continue;
      if (client.isPending(cardId)) {
        // A board from before the connection's return may be older than what others have done since.
        const isNewer = requested > Math.max(pending.requested, this.returned.at);
        const isOvertaken = isNewer && (found === null || !columns.has(found));
        // It waits for the response to the card's former move.
        const isBehindOwn = calls.mayBeResent(cardId);
        context.must(
          "nothing overwritten",
          !isWaiting || !isOvertaken || isBehindOwn,
          () => `${move} of ${cardId} to ${to} waits, and it is in ${found}`,
        );
        continue;
      }
      const isApplied = found === to;
      const isOvertaken = (others.get(cardId) ?? 0) > pending.seen;
      context.must(
        "no change lost",
        isWaiting && (isApplied || isOvertaken),
        () => `${move} of ${cardId} to ${to}, which is in ${found}`,
      );
      expected.settle(cardId, isApplied);
    }
    expected.noteColumns(board);
  }

  /** The app has handled the last message. */
  runAfterwards(): void {
    const all = this.afterwards;
    this.afterwards = [];
    for (const then of all) then();
  }
}
