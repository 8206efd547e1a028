import type fc from "fast-check";
import type { TaskStatus } from "#contract/task.ts";
import { ILLEGAL_EVENT } from "#lib/machine.ts";
import { TokenVault } from "#session/tokens.ts";
import { CallLog } from "./calls.ts";
import type { Client, MakeClient } from "./client.ts";
import { memoryStorage, replaceGlobals } from "./fakeBrowser.ts";
import { ModelServer } from "./modelServer.ts";
import { type Fates, Network } from "./network.ts";
import { type MoveOfCard, RuleChecker } from "./ruleChecker.ts";
import { type Rule, Rulebook, RuleViolation } from "./rules.ts";
import type { OthersStep, Step } from "./steps.ts";

export interface Plan extends Fates {
  scheduler: fc.Scheduler;
  steps: readonly Step[];
}

/** After this many steps of the scheduler everything must have settled. */
const STEPS_MAX = 3_000;

const USER = {
  id: "u1",
  name: "Ada Lovelace",
  email: "ada@example.com",
  role: "member",
  is_active: true,
  created_at: "2026-01-01T00:00:00.000Z",
} as const;

const realSetImmediate = setImmediate;
/** Runs everything that doesn't wait for the network. */
const allSettled = () => new Promise<void>((resolve) => realSetImmediate(resolve));

/** One app, one server, and a network that follows the schedule. */
export class MoveWorld {
  private readonly plan: Plan;
  private readonly rulebook: Rulebook;
  private readonly server = new ModelServer(
    (cardId, at) => void this.network.noteChange(cardId, at, !this.isOtherUser),
  );
  private readonly client: Client;
  private readonly checker: RuleChecker;
  private readonly network: Network;
  private readonly restore: () => void;
  private held: string | null = null;
  /** Whether another user is acting. The client handles the events of other users' changes. */
  private isOtherUser = false;

  constructor(makeClient: MakeClient, plan: Plan, rules: ReadonlySet<Rule>) {
    const { server } = this;
    const rulebook = new Rulebook(rules);
    this.plan = plan;
    this.rulebook = rulebook;
    this.restore = replaceGlobals({
      scheduler: plan.scheduler,
      fetch: async (request) => await this.network.fetch(request),
      toast: (message) => this.checker.noteToast(message),
      // Redux Toolkit's warnings about its speed on a busy machine are irrelevant here.
      warn: (text) =>
        rulebook.must("no illegal event", !text.startsWith(ILLEGAL_EVENT), () => text),
    });
    const tokens = new TokenVault(memoryStorage(), new EventTarget());
    tokens.signIn({ user: USER, accessToken: server.token, refreshToken: "refresh" });
    const client = makeClient(tokens);
    const calls = new CallLog();
    const checker = new RuleChecker(rulebook, client, calls);
    this.client = client;
    this.checker = checker;
    this.network = new Network(plan.scheduler, plan, { client, server, calls, checker });
  }

  /** Runs the plan to its end. Throws the first violation. */
  async run(): Promise<void> {
    const { plan, client, network, checker } = this;
    const { scheduler, steps } = plan;
    try {
      client.open();
      await this.until(() => scheduler.count() === 0);
      network.isCalm = false;
      const sequence = scheduler.scheduleSequence(
        steps.map((step) => ({ label: step.do, builder: async () => this.perform(step) })),
      );
      await this.until(() => sequence.done || sequence.faulty);
      network.heal();
      if (this.held !== null) client.drop([this.held], null);
      this.held = null;
      await this.until(() => scheduler.count() === 0);
      checker.checkFresh();
      checker.checkFollows(this.server.board());
      client.refetch();
      await this.until(() => scheduler.count() === 0);
      checker.checkSettles(this.server.board());
      this.rulebook.throwIfBroken();
    } finally {
      client.close();
      this.restore();
    }
  }

  private async until(isOver: () => boolean): Promise<void> {
    for (let steps = 0; ; steps += 1) {
      await allSettled();
      this.checker.tick(this.held !== null);
      this.rulebook.throwIfBroken();
      if (isOver()) return;
      if (steps > STEPS_MAX) throw new RuleViolation("settles: it never does");
      await this.plan.scheduler.waitNext(1);
    }
  }

  private perform(step: Step): void {
    const { client, server, checker } = this;
    switch (step.do) {
      case "move":
        if (this.held !== null) return;
        return this.move(step.cards, step.to);
      case "lift":
        if (this.held !== null || !checker.placeOf(step.card)) return;
        this.held = step.card;
        return client.lift(step.card);
      case "drop": {
        const card = this.held;
        if (card === null) return;
        this.held = null;
        return this.drop(card, step);
      }
      case "undo":
        return this.undo();
      case "refetch":
        return client.refetch();
      case "otherMoves":
      case "otherDeletes":
      case "otherRenames":
      case "otherAdds":
        this.isOtherUser = true;
        this.changeAsOther(step);
        this.isOtherUser = false;
        return undefined;
      case "tokenExpires":
        return server.expireToken();
      case "networkGoes":
        return this.network.goes(step.hangs);
      case "networkReturns":
        return this.network.returns();
    }
  }

  private changeAsOther(step: OthersStep): void {
    const { server } = this;
    const at = this.network.process();
    switch (step.do) {
      case "otherMoves":
        return void server.move(step.card, step.to, at);
      case "otherDeletes":
        return server.remove(step.card, at);
      case "otherRenames":
        return server.rename(step.card, at);
      case "otherAdds":
        return server.add(step.to, at);
    }
  }

  private move(cardIds: readonly string[], to: TaskStatus): void {
    const shown = cardIds.filter((id) => this.checker.placeOf(id));
    if (shown.length === 0) return;
    this.ask(
      () => this.client.move(shown, to),
      shown.map((cardId) => this.moveOf(cardId, to)),
    );
  }

  private drop(card: string, { to, along }: Extract<Step, { do: "drop" }>): void {
    const others = along.filter((id) => id !== card && this.checker.placeOf(id));
    const target = to === this.checker.placeOf(card) ? null : to;
    const moves = target ? [...others, card].map((cardId) => this.moveOf(cardId, target)) : [];
    this.ask(() => this.client.drop([...others, card], target), moves);
  }

  private undo(): void {
    if (this.held !== null) return this.client.undo();
    const moves = this.checker.nextUndo().map(({ cardId, from, to, move }) => ({
      cardId,
      from: to,
      to: from,
      undoes: move,
    }));
    return this.ask(() => this.client.undo(), moves);
  }

  private moveOf(cardId: string, to: TaskStatus): MoveOfCard {
    return { cardId, from: this.checker.placeOf(cardId), to, undoes: null };
  }

  /** Acts, and tells the checker which of these moves the app has requested. */
  private ask(act: () => void, moves: readonly MoveOfCard[]): void {
    const { client, checker } = this;
    const before = client.requested().length;
    const places = new Map(moves.map(({ cardId }) => [cardId, checker.placeOf(cardId)]));
    act();
    const requested = client.requested().slice(before);
    checker.noteGroup(requested, moves, places);
  }
}
