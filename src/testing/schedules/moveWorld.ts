import type fc from "fast-check";
import type { TaskStatus } from "#contract/task.ts";
import { ILLEGAL_EVENT } from "#lib/machine.ts";
import { TokenVault } from "#session/tokens.ts";
import { type Call, CallLog, kindOf } from "./checkers/calls.ts";
import { MoveChecker } from "./checkers/moveChecker.ts";
import type { MoveOfCard } from "./checkers/moveRequests.ts";
import { type Rule, Rulebook } from "./checkers/rules.ts";
import type { Client, MakeClient } from "./clients/client.ts";
import { memoryStorage, replaceGlobals } from "./model/fakeBrowser.ts";
import { cardOf, type ModelRequest, ModelServer, sessionOf, taskOf } from "./model/modelServer.ts";
import { type Fates, Network } from "./model/network.ts";
import { runUntil } from "./runUntil.ts";
import type { OthersStep, Step } from "./steps/steps.ts";

export interface Plan extends Fates {
  scheduler: fc.Scheduler;
  steps: readonly Step[];
}

/** One app, one server, and a network that follows the schedule. */
export class MoveWorld {
  private readonly plan: Plan;
  private readonly rulebook: Rulebook;
  private readonly server = new ModelServer("ours", {
    changed: (cardId, at) => void this.network.noteChange(cardId, at, this.isOtherUser),
  });
  private readonly client: Client;
  private readonly calls = new CallLog();
  private readonly checker: MoveChecker;
  private readonly network: Network<Call>;
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
    tokens.signIn(sessionOf("u1", server.tokenOf("u1")));
    const client = makeClient(tokens);
    const checker = new MoveChecker(rulebook, client, this.calls);
    this.client = client;
    this.checker = checker;
    this.network = new Network(plan.scheduler, plan, server, {
      send: (request, signal) => this.send(request, signal),
      handled: (call, response) => checker.noteHandled(call, response),
      delivered: (call, response) => checker.noteDelivered(call, response),
      lost: (call) => checker.noteLost(call),
      hear: (cardId) => client.hear(cardId),
      hearReset: () => client.hearReset(),
    });
  }

  private send({ url, body }: ModelRequest, signal: AbortSignal | null): Call {
    const { client, calls, checker } = this;
    const kind = kindOf(url.pathname);
    const named = cardOf(url.pathname) ?? taskOf(url.pathname) ?? "";
    const [cardId, taskId] = kind === "write" ? [named, ""] : ["", named];
    const move = client.sentMove(cardId) ?? 0;
    const call: Call = {
      kind,
      label: `${kind} ${named}`,
      cardId,
      taskId,
      to: kind === "write" ? (body as { status: TaskStatus }).status : "Todo",
      move,
      isReplay: kind === "write" && calls.isAwaitingReplay(cardId, move),
      query: (taskId ? client.taskRequest(taskId) : client.boardRequest()) ?? "",
      signal,
      end: "out",
    };
    if (kind === "read") checker.reads.noteRequests();
    if (kind === "write") checker.noteSent(call);
    calls.add(call);
    return call;
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
    const check = () => {
      this.checker.tick(this.held !== null);
      this.rulebook.throwIfBroken();
    };
    await runUntil(this.plan.scheduler, check, isOver);
  }

  private perform(step: Step): void {
    const { client, server, checker } = this;
    switch (step.do) {
      case "move":
        if (this.held !== null) return;
        return this.move(step.cards, step.to);
      case "lift":
        if (this.held !== null || !checker.requests.placeOf(step.card)) return;
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
    const { server, checker } = this;
    if (step.do === "otherMoves" || step.do === "otherDeletes") checker.noteOther(step.card);
    const at = this.network.process();
    switch (step.do) {
      case "otherMoves":
        return void server.change(step.card, { status: step.to }, at);
      case "otherDeletes":
        return server.remove(step.card, at);
      case "otherRenames":
        return void server.change(step.card, { title: `${server.find(step.card)?.title}!` }, at);
      case "otherAdds":
        return void server.add({ status: step.to }, at);
    }
  }

  private move(cardIds: readonly string[], to: TaskStatus): void {
    const shown = cardIds.filter((id) => this.checker.requests.placeOf(id));
    if (shown.length === 0) return;
    this.ask(
      () => this.client.move(shown, to),
      shown.map((cardId) => this.moveOf(cardId, to)),
    );
  }

  private drop(card: string, { to, along }: Extract<Step, { do: "drop" }>): void {
    const others = along.filter((id) => id !== card && this.checker.requests.placeOf(id));
    const target = to === this.checker.requests.placeOf(card) ? null : to;
    const moves = target ? [...others, card].map((cardId) => this.moveOf(cardId, target)) : [];
    this.ask(() => this.client.drop([...others, card], target), moves);
  }

  private undo(): void {
    if (this.held !== null) return this.client.undo();
    const moves = this.checker.requests.nextUndo().map(({ cardId, from, to, move }) => ({
      cardId,
      from: to,
      to: from,
      undoes: move,
    }));
    return this.ask(() => this.client.undo(), moves);
  }

  private moveOf(cardId: string, to: TaskStatus): MoveOfCard {
    return { cardId, from: this.checker.requests.placeOf(cardId), to, undoes: null };
  }

  /** Acts, and tells the checker which of these moves the app has requested. */
  private ask(act: () => void, moves: readonly MoveOfCard[]): void {
    const { client, checker } = this;
    const before = client.requested().length;
    const places = new Map(moves.map(({ cardId }) => [cardId, checker.requests.placeOf(cardId)]));
    act();
    const requested = client.requested().slice(before);
    checker.requests.noteGroup(requested, moves, places);
  }
}
