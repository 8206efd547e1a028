import { QueryStatus } from "@reduxjs/toolkit/query/react";
import type { Board } from "#contract/board.ts";
import { TASK_STATUSES, type TaskStatus } from "#contract/task.ts";
import { columnOf } from "#features/changes/shown/foldBoard.ts";
import type { Client, RequestedMove, UndoableMove } from "#testing/schedules/clients/client.ts";
import type { ModelResponse } from "#testing/schedules/model/modelServer.ts";
import type { Call, CallLog } from "./calls.ts";
import { Expectations, type Toast } from "./expectations.ts";
import type { Rulebook } from "./rules.ts";

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

/** A card's part of a group of moves that the user requests. */
export interface MoveOfCard {
  cardId: string;
  /** Only a card that is shown in this column moves. */
  from: TaskStatus | null;
  to: TaskStatus;
  /** The move that this one undoes. */
  undoes: number | null;
}

type BoardAfter = NonNullable<ModelResponse["boardAfter"]>;

/** Observes every request, response and toast, and checks the rules. */
export class RuleChecker {
  private readonly rulebook: Rulebook;
  private readonly client: Client;
  private readonly calls: CallLog;
  private readonly expected = new Expectations();
  private readonly toasts: Toast[] = [];
  /** `group` is the same for moves that were requested together. */
  private readonly moves: {
    cardId: string;
    from: TaskStatus | null;
    move: number;
    group: number;
  }[] = [];
  /** When each request of the board or of a task was sent, by its id. */
  private readonly requests = new Map<string, number>();
  private readonly targets = new Map<number, TaskStatus>();
  private readonly newest = new Map<string, number>();
  private now = 0;
  private ticks = 0;
  /** When a move was last refused, and when the board was last requested. */
  private refusedAt = 0;
  private boardRequestedAt = 0;
  /** The moves that a busy server has put off, so that they are sent again. */
  private readonly delayed = new Set<number>();
  /** The tick of each lost response to a move. */
  private readonly losses: number[] = [];
  /** Checks to run after the app has handled a message. */
  private afterwards: (() => unknown)[] = [];

  constructor(rulebook: Rulebook, client: Client, calls: CallLog) {
    this.rulebook = rulebook;
    this.client = client;
    this.calls = calls;
  }

  placeOf(cardId: string): TaskStatus | null {
    const shown = this.client.shown();
    return shown ? columnOf(shown, cardId) : null;
  }

  /** The moves that an undo reverts now: all that were requested together with the newest one. */
  nextUndo(): readonly UndoableMove[] {
    const undoable = this.client.undoable();
    const group = this.groupOf(undoable.at(-1)?.move);
    return undoable.filter(({ move }) => this.groupOf(move) === group);
  }

  private groupOf(number: number | undefined): number | undefined {
    return this.moves.find(({ move }) => move === number)?.group;
  }

  /**
   * The user has asked for these moves, and the app has requested some of them.
   *
   * @param places the columns of the cards before
   */
  noteGroup(
    requested: readonly RequestedMove[],
    moves: readonly MoveOfCard[],
    places: ReadonlyMap<string, TaskStatus | null>,
  ): void {
    const group = this.now;
    this.now += 1;
    for (const { cardId, move } of requested) {
      const asked = moves.find((one) => one.cardId === cardId);
      if (asked) this.noteMoveRequest({ ...asked, from: places.get(cardId) ?? null }, move, group);
      this.must("together", asked !== undefined, () => `${cardId} was not asked to move`);
    }
    // An undone card returns beside its former neighbours, so the cards are undone in reverse
    // order.
    const undone = requested.map(({ cardId }) => undoneBy(cardId, moves));
    this.must(
      "together",
      undone.every((move, index) => index === 0 || move <= (undone[index - 1] ?? 0)),
      () => `undone in the order ${undone.join()}`,
    );
    for (const { cardId, from, to } of moves) {
      const isDue = from !== to && from !== null && places.get(cardId) === from;
      const isMoved = requested.some((one) => one.cardId === cardId);
      this.must("together", isMoved || !isDue, () => `${cardId} from ${from} to ${to} stays`);
    }
  }

  /** The app has handled everything that has arrived. */
  tick(isHeld: boolean): void {
    this.noteBoardRequest();
    this.now += 1;
    this.ticks += 1;
    this.runAfterwards();
    const shown = this.client.shown();
    if (!shown || isHeld) return;
    const expected = placesOf(this.expected.shown());
    this.must("shown", placesOf(shown) === expected, () => `${placesOf(shown)}, not ${expected}`);
  }

  noteBoardRequest(): void {
    const id = this.client.boardRequest();
    if (id === undefined || this.requests.has(id)) return;
    this.now += 1;
    this.requests.set(id, this.now);
    this.boardRequestedAt = this.now;
  }

  /** A task is read. */
  noteTaskRequest({ query }: Call): void {
    this.now += 1;
    if (!this.requests.has(query)) this.requests.set(query, this.now);
  }

  /** The user has requested a move, which the app has numbered `move`. */
  private noteMoveRequest(
    { cardId, from, to, undoes }: MoveOfCard,
    move: number,
    group: number,
  ): void {
    const { client } = this;
    const { pending, unsureSince } = this.expected.of(cardId);
    const mayBeResent = this.calls.mayBeResent(cardId);
    // The neighbours before this move, but after the earlier moves of its group.
    this.expected.leaves.set(move, this.expected.neighboursOf(cardId));
    if (undoes !== null)
      this.must("undo", this.undoes(cardId, from, to), () => `${cardId} from ${from} to ${to}`);
    else this.moves.push({ cardId, from, move, group });
    // The running request already leads to this column, so no other one follows.
    const wanted = client.wantedMove(cardId) ?? move;
    if (wanted === move) this.targets.set(move, to);
    this.must("newest only", this.targets.get(wanted) === to, () => `${cardId} to ${to}`);
    if (undoes !== null && wanted === move) this.expected.undoes.set(move, undoes);
    this.expected.request(cardId, to, wanted, this.calls.isRefreshing());
    if (!client.isPending(cardId)) {
      // The card returned before the move was sent, or sent again, so no toast follows.
      const isDelayed = this.delayed.has(pending?.move ?? 0);
      const isUnsent = pending?.sentAt === null || pending?.mayResend === true || isDelayed;
      const isFree = !mayBeResent && unsureSince === null && isUnsent;
      this.must("sent once", isFree, () => `the move of ${cardId} to ${to} was dropped`);
      this.expected.of(cardId).pending = null;
    }
    // A card that was deleted during its drag is not shown.
    if (from === null) return;
    const isThere = this.placeOf(cardId) === to;
    this.must("shown", isThere, () => `${cardId} isn't in ${to} once dropped there`);
  }

  /** Undo moves a card back to the column from which a move took it. */
  private undoes(card: string, from: TaskStatus | null, to: TaskStatus): boolean {
    return this.moves.some((done) => done.cardId === card && done.from === to) && from !== to;
  }

  /** A move is sent. */
  noteSent(call: Call): void {
    this.runAfterwards();
    const { cardId, move } = call;
    const { pending } = this.expected.of(cardId);
    const others = this.calls.moves();
    const same = others.filter((other) => other.cardId === cardId);
    this.must(
      "one request per card",
      same.every(({ end }) => end !== "out"),
      () => cardId,
    );
    this.must(
      "sent once",
      call.isReplay ||
        pending?.mayResend ||
        this.delayed.delete(move) ||
        same.every((other) => other.move !== move),
      () => `move ${move} of ${cardId} again`,
    );
    const bound = this.client.lastBeforeReturn();
    const { undoes } = this.expected;
    const older = this.expected
      .pendingMoves()
      .filter(([id, other]) => id !== cardId && other.move < move && other.move <= bound)
      .filter(([, other]) => !undoes.has(other.move));
    const out = others.filter(
      (other) => other.end === "out" && other.move <= bound && !undoes.has(other.move),
    );
    // A task is read before its move is undone, which the moves of other cards don't wait for.
    this.must(
      "in order after an outage",
      undoes.has(move) || (older.length === 0 && out.length === 0),
      () => `${move} of ${cardId} before ${older.map(([id]) => id).join()} ${out.length}`,
    );
    if (call.isReplay) return;
    // A newer move may overtake a request that waits for a new token.
    const isNewest = pending?.move === move || pending?.duringRefresh;
    this.must("newest only", isNewest === true, () => `${move} of ${cardId}, not ${pending?.move}`);
    this.must("nothing while offline", !this.client.beganOffline(cardId), () => cardId);
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
    this.must("the server hears older moves first", last <= move, () => `${cardId}: ${move}`);
  }

  noteLost(call: Call): void {
    // The end of an outage aborts calls between a confirmation and the board's request.
    if (call.kind === "read" || call.kind === "probe") return;
    this.now += 1;
    if (call.kind === "write") this.loseMove(call);
    else this.noteRefresh(false);
  }

  noteDelivered(call: Call, { status, headers, body, boardAfter }: ModelResponse): void {
    const isFinal = status !== 401 || call.isReplay;
    call.end = isFinal ? "answered" : "refusedToken";
    this.now += 1;
    const { kind, cardId, taskId, move, to } = call;
    if (kind === "refresh") this.noteRefresh(status === 200);
    else if (kind === "read" && taskId !== "") {
      const { status: found } = (body as { task?: { status: TaskStatus } }).task ?? {};
      if (status === 200 || status === 404)
        this.afterwards.push(() => this.processTask(call, found ?? null));
    } else if (kind === "read" && status === 200) {
      const requested = this.requests.get(call.query) ?? this.now;
      if (boardAfter) this.afterwards.push(() => this.processBoard(call, boardAfter, requested));
    } else if (kind !== "write" || !isFinal) return;
    // A response that ends an outage causes a refetch of the board before its own effect.
    else if (status === 200) this.expected.confirm(cardId, move, to, this.now + 1);
    else if (headers?.["retry-after"]) this.delayed.add(move);
    else if (status > 500) this.loseMove(call);
    // The task has another version, so it is read again.
    else if (status !== 412) {
      this.refusedAt = this.now;
      this.expected.refuse(cardId, move);
    }
  }

  private loseMove(call: Call): void {
    this.losses.push(this.ticks);
    this.expected.loseResponse(call.cardId, call, this.now, this.ticks);
  }

  /** A failed refresh fails the moves that wait for it. */
  private noteRefresh(succeeded: boolean): void {
    for (const call of this.calls.refreshed(succeeded)) {
      call.end = "lost";
      this.loseMove(call);
    }
  }

  /** The client has processed the response, unless it aborted the request or continued with another. */
  private processBoard(call: Call, boardAfter: BoardAfter, requested: number): void {
    if (call.signal?.aborted || this.calls.isContinued(call)) return;
    const mayBeResent = this.client.boardStatus() === QueryStatus.pending;
    if (mayBeResent && this.client.boardRequest() === call.query) {
      this.afterwards.push(() => this.processBoard(call, boardAfter, requested));
      return;
    }
    const board = boardAfter(this.expected.snapshot);
    if (board) this.receiveBoard(board, requested);
  }

  /** The client has read a task before it undoes a move, or after a lost response to the undo. */
  private processTask(call: Call, found: TaskStatus | null): void {
    if (call.signal?.aborted || this.calls.isContinued(call)) return;
    const { taskId: cardId, query } = call;
    const expected = this.expected.of(cardId);
    const { pending } = expected;
    const undone = this.expected.undoes.get(pending?.move ?? 0);
    if (!pending || undone === undefined) return;
    if (this.client.isPending(cardId)) {
      pending.mayResend = true;
      pending.lost = null;
      return;
    }
    expected.confirmed = null;
    if (found === null) this.expected.refuse(cardId, pending.move);
    else if (found === pending.to)
      this.expected.confirm(cardId, pending.move, found, this.requests.get(query) ?? this.now);
    else {
      const isThere = found === this.targets.get(undone);
      const isGivenUp = isThere && pending.sentAt === null && this.expected.applied.has(undone);
      this.must("undo", !isGivenUp, () => `${cardId} is still where it was moved`);
      if (isThere && pending.sentAt !== null) this.expected.settle(cardId, false);
      // A note says that somebody has moved the card since.
      else expected.pending = null;
    }
  }

  private receiveBoard(board: Board, requested: number): void {
    for (const cardId of this.expected.resolveLost(board, requested)) {
      const { pending } = this.expected.of(cardId);
      if (!pending) continue;
      const isApplied = columnOf(board, cardId) === pending.to;
      const isPending = this.client.isPending(cardId);
      // A move that the outage may have stopped is resent, unless others have moved the card.
      const isSentAgain =
        isPending && !isApplied && this.client.lastBeforeReturn() > (pending.sentAt ?? 0);
      if (isSentAgain) pending.mayResend = true;
      // If several responses are lost at once, the app may have requested the board after the first
      // of them.
      const mayBeEarlier = this.losses.filter((at) => at === pending.lostTick).length > 1;
      if (isPending && mayBeEarlier) continue;
      if (isSentAgain) pending.lost = null;
      else this.expected.settle(cardId, isApplied);
    }
  }

  private runAfterwards(): void {
    const all = this.afterwards;
    this.afterwards = [];
    for (const then of all) then();
  }

  /** The app has shown a toast. */
  noteToast(message: unknown): void {
    const text = textOf(message);
    const to = TASK_STATUSES.find((status) => text === `Task moved to ${status}`);
    if (to) this.toasts.push(`moved to ${to}`);
    else if (text === "Failed to update task status") this.toasts.push("failed");
    else if (text !== "Failed to load kanban board")
      this.must("one toast per outcome", false, () => text);
  }

  /** Called when all calls have ended. */
  checkFresh(): void {
    this.must(
      "a fresh board",
      this.boardRequestedAt > this.refusedAt,
      () => `none since ${this.refusedAt}`,
    );
  }

  /**
   * Called when all messages have been delivered. The user's moves stay in the order of their
   * requests. After a failed fetch the app waits for its next reason to refetch.
   */
  checkFollows(board: Board): void {
    if (this.client.boardStatus() !== QueryStatus.fulfilled) return;
    const shown = placesOf(unordered(this.client.shown()));
    const there = placesOf(unordered(board));
    this.must("follows", shown === there, () => `${shown}, not ${there}`);
  }

  /** Called when the app has fetched the final board. */
  checkSettles(board: Board): void {
    const shown = placesOf(this.client.shown());
    const there = placesOf(board);
    this.must("settles", shown === there, () => `${shown}, but the server has ${there}`);
    const open = this.expected.pendingMoves();
    this.must("settles", open.length === 0, () => `${JSON.stringify(open)} never settled`);
    const pending = ["a", "b", "c"].filter((id) => this.client.isPending(id));
    this.must("settles", pending.length === 0, () => `${pending.join()} pending`);
    const toasts = this.toasts.toSorted().join();
    const due = this.expected.toasts.toSorted().join();
    this.must("one toast per outcome", toasts === due, () => `${toasts}, not ${due}`);
  }

  private must(...given: Parameters<Rulebook["must"]>): void {
    this.rulebook.must(...given);
  }
}

/** The move that these moves undo for a card; 0 if none. */
const undoneBy = (cardId: string, moves: readonly MoveOfCard[]): number =>
  moves.find((one) => one.cardId === cardId)?.undoes ?? 0;

/** A toast's text. Toasts of moves get the column, those with a second line the first one. */
function textOf(message: unknown): string {
  if (typeof message === "string") return message;
  const { to, text } = (message as { props: { to?: string; text?: string } }).props;
  return text ?? `Task moved to ${to}`;
}
