import type { TaskStatus } from "#contract/task.ts";
import { columnOf } from "#features/changes/shown/moveCards.ts";
import type { RequestedMove, UndoableMove } from "#testing/schedules/clients/client.ts";
import type { MoveContext } from "./moveContext.ts";

/** A card's part of a group of moves that the user requests. */
export interface MoveOfCard {
  cardId: string;
  /** Only a card that is shown in this column moves. */
  from: TaskStatus | null;
  to: TaskStatus;
  /** The move that this one undoes. */
  undoes: number | null;
}

interface Moved {
  cardId: string;
  from: TaskStatus | null;
  move: number;
  /** The same for moves that were requested together. */
  group: number;
}

/** The moves that the user requests, and what the app makes of them. */
export class MoveRequests {
  private readonly moves: Moved[] = [];
  private readonly context: MoveContext;

  constructor(context: MoveContext) {
    this.context = context;
  }

  /** The column in which the app shows a card. */
  placeOf(cardId: string): TaskStatus | null {
    const shown = this.context.client.shown();
    return shown ? columnOf(shown, cardId) : null;
  }

  /** The moves that an undo reverts now: all that were requested together with the newest one. */
  nextUndo(): readonly UndoableMove[] {
    const undoable = this.context.client.undoable();
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
    const { context } = this;
    const group = context.now++;
    for (const { cardId, move } of requested) {
      const asked = moves.find((one) => one.cardId === cardId);
      if (asked) this.noteMoveRequest({ ...asked, from: places.get(cardId) ?? null }, move, group);
      context.must("together", asked !== undefined, () => `${cardId} was not asked to move`);
    }
    // An undone card returns beside its former neighbours, so the cards are undone in reverse
    // order.
    const undone = requested.map(({ cardId }) => undoneBy(cardId, moves));
    context.must(
      "together",
      undone.every((move, index) => index === 0 || move <= (undone[index - 1] ?? 0)),
      () => `undone in the order ${undone.join()}`,
    );
    for (const { cardId, from, to } of moves) {
      const isDue = from !== to && from !== null && places.get(cardId) === from;
      const isMoved = requested.some((one) => one.cardId === cardId);
      context.must("together", isMoved || !isDue, () => `${cardId} from ${from} to ${to} stays`);
    }
  }

  /** The user has requested a move, which the app has numbered `move`. */
  private noteMoveRequest(
    { cardId, from, to, undoes }: MoveOfCard,
    move: number,
    group: number,
  ): void {
    const { context } = this;
    const { client, calls, expected, targets } = context;
    const { pending, unsureSince } = expected.of(cardId);
    const mayBeResent = calls.mayBeResent(cardId);
    // The neighbours before this move, but after the earlier moves of its group.
    expected.leaves.set(move, expected.neighboursOf(cardId));
    if (undoes !== null)
      context.must("undo", this.undoes(cardId, from, to), () => `${cardId} from ${from} to ${to}`);
    else this.moves.push({ cardId, from, move, group });
    // The running request already leads to this column, so no other one follows.
    const wanted = client.wantedMove(cardId) ?? move;
    if (wanted === move) targets.set(move, to);
    context.must("newest only", targets.get(wanted) === to, () => `${cardId} to ${to}`);
    if (undoes !== null && wanted === move) expected.undoes.set(move, undoes);
    const duringRefresh = calls.isRefreshing();
    expected.request(cardId, { to, move: wanted, duringRefresh }, context.now);
    if (!client.isPending(cardId)) {
      // The card returned before the move was sent, or sent again, so no toast follows.
      const isDelayed = context.delayed.has(pending?.move ?? 0);
      const isUnsent = pending?.sentAt === null || pending?.mayResend === true || isDelayed;
      const isFree = !mayBeResent && unsureSince === null && isUnsent;
      context.must("sent once", isFree, () => `the move of ${cardId} to ${to} was dropped`);
      expected.of(cardId).pending = null;
    }
    // A card that was deleted during its drag is not shown.
    if (from === null) return;
    const isThere = this.placeOf(cardId) === to;
    context.must("shown", isThere, () => `${cardId} isn't in ${to} once dropped there`);
  }

  /** Undo moves a card back to the column from which a move took it. */
  private undoes(card: string, from: TaskStatus | null, to: TaskStatus): boolean {
    return this.moves.some((done) => done.cardId === card && done.from === to) && from !== to;
  }
}

/** The move that these moves undo for a card; 0 if none. */
const undoneBy = (cardId: string, moves: readonly MoveOfCard[]): number =>
  moves.find((one) => one.cardId === cardId)?.undoes ?? 0;
