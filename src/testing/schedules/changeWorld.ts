import type fc from "fast-check";
import { CLIENT_HEADER } from "#contract/events.ts";
import type { SetChange } from "#contract/taskFields.ts";
import type { Field } from "#features/changes/queue/change.ts";
import { ILLEGAL_EVENT } from "#lib/machine.ts";
import { fakeLocks } from "#testing/stubs/fakeLocks.ts";
import type { ChangeCall } from "./checkers/callChecker.ts";
import { ChangeChecker } from "./checkers/changeChecker.ts";
import type { Wish } from "./checkers/intents.ts";
import { Rulebook } from "./checkers/rules.ts";
import { storedTimes } from "./checkers/storedTimes.ts";
import { OPEN_TASK, Tab } from "./clients/tab.ts";
import { replaceGlobals } from "./model/fakeBrowser.ts";
import { type LabelId, othersOfGroup } from "./model/modelLabels.ts";
import {
  type ModelRequest,
  ModelServer,
  type ServerKind,
  sessionOf,
  type UserId,
} from "./model/modelServer.ts";
import { type Fates, Network } from "./model/network.ts";
import { runUntil } from "./runUntil.ts";
import type { ChangeStep } from "./steps/changeSteps.ts";

export interface ChangePlan extends Fates {
  scheduler: fc.Scheduler;
  steps: readonly ChangeStep[];
}

/** A value that the user wants for a field. */
type Wanted = Omit<Wish, "from"> & { what: Field };

/** What the picker changes: a label takes the place of the other one of its group. */
const labelChange = ({ labels, isOn }: { labels: LabelId[]; isOn: boolean }): SetChange => ({
  add: isOn ? labels : [],
  remove: isOn ? labels.flatMap(othersOfGroup) : labels,
});

type InTab = Extract<ChangeStep, { tab: number }>;

/** A browser with up to two tabs, one server, and a network that follows the schedule. */
export class ChangeWorld {
  private readonly kind: ServerKind;
  private readonly plan: ChangePlan;
  private readonly rulebook: Rulebook;
  private readonly server: ModelServer;
  private readonly network: Network<ChangeCall>;
  private readonly checker: ChangeChecker;
  private readonly locks = fakeLocks();
  private readonly restore: () => void;
  private tabs: [first: Tab, second: Tab | null];
  private closed = new Set<string>();
  private user: UserId = "u1";
  private isUserKnown = true;
  /** Numbers tabs, actions, and the values that must be unique. */
  private count = 0;

  constructor(kind: ServerKind, plan: ChangePlan) {
    const rulebook = new Rulebook();
    this.kind = kind;
    this.plan = plan;
    this.rulebook = rulebook;
    let time = Date.parse("2026-01-01");
    this.restore = replaceGlobals({
      // No two of the user's actions are at the same time.
      now: () => ++time,
      scheduler: plan.scheduler,
      fetch: async (request) => {
        // A closed page gets no responses.
        if (this.closed.has(request.headers.get(CLIENT_HEADER) ?? ""))
          return await new Promise(() => undefined);
        return await this.network.fetch(request);
      },
      toast: (message) => this.checker.toasts.noteToast(message),
      warn: (text) =>
        rulebook.must("no illegal event", !text.startsWith(ILLEGAL_EVENT), () => text),
    });
    this.server = new ModelServer(kind, {
      changed: (cardId, at) => {
        const by = this.checker.calls.author;
        void this.network.noteChange({ cardId, by }, at, kind === "ours");
      },
      wrote: (write) => this.checker.calls.noteWrite(write),
    });
    this.checker = new ChangeChecker(kind, this.server, rulebook);
    for (const id of ["a", "b", "c"]) {
      const task = this.server.find(id);
      if (task) this.checker.ledger.begin(task);
    }
    const tellAll = (tell: (tab: Tab) => void) => this.checker.tabs.forEach(tell);
    this.network = new Network(plan.scheduler, plan, this.server, {
      send: (request, signal) => this.send(request, signal),
      handling: (call) => this.checker.calls.handling(call),
      handled: (call, response) => this.checker.calls.handled(call, response),
      delivered: (call, response) => this.checker.calls.delivered(call, response),
      lost: (call) => this.checker.calls.lost(call),
      hear: ({ cardId, by }) => tellAll(({ app }) => app.hear(cardId, by)),
      hearReset: () => tellAll(({ app }) => app.hearReset()),
    });
    this.tabs = [this.openTab(), null];
  }

  private send(request: ModelRequest, signal: AbortSignal | null): ChangeCall {
    const { checker } = this;
    const clientId = request.headers.get(CLIENT_HEADER);
    const tab = checker.tabs.find((one) => one.clientId === clientId);
    return checker.calls.send(tab, request, signal);
  }

  private openTab(): Tab {
    this.count += 1;
    const session = sessionOf(this.user, this.server.tokenOf(this.user));
    const tab = new Tab(this.count, session, this.locks);
    this.checker.watch(tab);
    tab.open();
    // The first page gets it once the steps begin.
    if (this.count > 1) this.letArrive(tab);
    return tab;
  }

  /** The code that sends changes loads at any moment. */
  private letArrive(tab: Tab): void {
    const arrival = this.plan.scheduler.schedule(Promise.resolve(), "the later part arrives");
    void arrival.then(() => tab.arrive());
  }

  private closeTab(tab: Tab): void {
    this.closed.add(tab.clientId);
    this.checker.forget(tab);
    this.network.cut((call) => call.tab === tab);
    tab.close();
  }

  /** Runs the plan to its end. Throws the first violation. */
  async run(): Promise<void> {
    const { plan, network, checker } = this;
    const { scheduler, steps } = plan;
    const isQuiet = () => scheduler.count() === 0;
    try {
      await this.until(isQuiet);
      network.isCalm = false;
      this.letArrive(this.tabs[0]);
      const sequence = scheduler.scheduleSequence(
        steps.map((step) => ({
          label: JSON.stringify(step),
          builder: async () => this.perform(step),
        })),
      );
      await this.until(() => sequence.done || sequence.faulty);
      network.heal();
      // A board that has failed to load is loaded again.
      await this.until(() => network.isIdle);
      for (const tab of checker.tabs) if (!tab.hasBoard) tab.refetch();
      await this.until(isQuiet);
      // A closed tab's list is taken over at the latest by the next page.
      if (storedTimes().size > 0) this.perform({ do: "reload" });
      await this.until(isQuiet);
      if (this.kind === "ours") checker.checkFollows();
      for (const tab of checker.tabs) tab.refetch();
      await this.until(isQuiet);
      checker.checkSettles();
      this.rulebook.throwIfBroken();
    } finally {
      for (const tab of checker.tabs) this.closeTab(tab);
      this.restore();
    }
  }

  private async until(isOver: () => boolean): Promise<void> {
    const check = () => {
      this.checker.tick();
      this.rulebook.throwIfBroken();
    };
    await runUntil(this.plan.scheduler, check, isOver);
  }

  private perform(step: ChangeStep): unknown {
    const { server, network } = this;
    if ("tab" in step) return this.act(step);
    switch (step.do) {
      case "reload":
        this.closeTab(this.tabs[0]);
        this.tabs[0] = this.openTab();
        return undefined;
      case "openSecond":
        this.tabs[1] ??= this.openTab();
        return undefined;
      case "closeSecond":
        if (this.tabs[1]) this.closeTab(this.tabs[1]);
        this.tabs[1] = null;
        return undefined;
      case "otherUser":
        return this.letOtherUserIn();
      case "otherEdits":
        this.count += 1;
        return void server.change(
          step.card,
          { [step.field]: `Other ${this.count}` },
          network.process(),
        );
      case "otherLabels":
        return void server.changeLabels(step.card, labelChange(step), network.process());
      case "labelEnds":
        return server.endLabel(step.label, step.into, network.process());
      case "otherMoves":
        return void server.change(step.card, { status: step.to }, network.process());
      case "otherAdds":
        this.count += 1;
        return void server.add(
          { title: `Other ${this.count}`, status: step.to },
          network.process(),
        );
      case "otherDeletes":
        return server.remove(step.card, network.process());
      case "tokenExpires":
        return server.expireToken();
      case "networkGoes":
        return network.goes(step.hangs);
      case "networkReturns":
        return network.returns();
    }
  }

  /** Another user signs in, and each page hears of it later. */
  private letOtherUserIn(): void {
    if (!this.isUserKnown) return;
    this.user = this.user === "u1" ? "u2" : "u1";
    this.isUserKnown = false;
    this.checker.intents.noteUser(this.user);
    const session = sessionOf(this.user, this.server.tokenOf(this.user));
    const { tabs } = this.checker;
    for (const tab of tabs) tab.signIn(session);
    void this.plan.scheduler.schedule(Promise.resolve(), "the pages hear of the user").then(() => {
      for (const tab of tabs) if (!tab.isClosed) tab.hearUser(session);
      this.isUserKnown = true;
    });
  }

  private act(step: InTab): void {
    const tab = this.tabs[step.tab] ?? this.tabs[0];
    if (!tab.isReady) return;
    if (step.do === "refetch") return tab.refetch();
    const { checker } = this;
    // The key and the form wait for the code.
    if ((step.do === "undo" || step.do === "save") && !tab.hasArrived) return undefined;
    if (step.do === "undo") checker.intents.checkUndo(tab);
    // A form that is being saved can't be saved again.
    if (step.do === "save" && (!tab.isPageReady || tab.isSaving)) return undefined;
    const wishes = this.wishesOf(tab, step).map(
      ({ id, what, value }): Wish => ({ id, what, value, from: tab.shownValue(id, what) }),
    );
    this.count += 1;
    switch (step.do) {
      case "edit":
        if (wishes.length > 0) tab.edit(step.cards, { [step.field]: step.value });
        break;
      case "label":
        if (wishes.length > 0) tab.edit(step.cards, { labels: labelChange(step) });
        break;
      case "describe":
        tab.describe(step.value);
        break;
      case "move":
        tab.move(step.cards, step.to);
        break;
      case "add":
        tab.add(`Task ${this.count}`);
        break;
      case "save":
        tab.save(Object.fromEntries(wishes.map(({ what, value }) => [what, value])));
        break;
      case "undo":
        tab.undo();
    }
    if (step.do === "save") checker.intents.noteSave(tab, wishes, this.count);
    else checker.intents.noteWishes(tab, step.do === "add" ? tab.newTasks : wishes, this.count);
  }

  /** The values that a step makes the app show. */
  private wishesOf(tab: Tab, step: Exclude<InTab, { do: "refetch" }>): Wanted[] {
    const onBoard = (ids: readonly string[]) => ids.filter((id) => tab.has(id));
    switch (step.do) {
      case "edit":
        if (this.kind === "plain") return [];
        return onBoard(step.cards).map((id) => ({ id, what: step.field, value: step.value }));
      case "label": {
        if (this.kind === "plain") return [];
        const { add, remove } = labelChange(step);
        return [...remove, ...add].flatMap((label) => {
          const value = add.includes(label) ? label : null;
          return onBoard(step.cards).map((id) => ({ id, what: `labels/${label}`, value }));
        });
      }
      case "describe":
        return tab.isPageReady ? [{ id: OPEN_TASK, what: "description", value: step.value }] : [];
      case "move":
        return onBoard(step.cards).map((id) => ({ id, what: "status", value: step.to }));
      case "add":
        return [];
      case "save": {
        const title = { id: OPEN_TASK, what: "title" as const, value: `Saved ${this.count}` };
        const rest = { id: OPEN_TASK, what: "description" as const, value: step.description };
        return step.isRenamed ? [title, rest] : [rest];
      }
      case "undo":
        return tab.undoable.newest.flatMap(({ id, what, from, to }) =>
          // Without a response that has the field, the server decides.
          (what !== "status" || tab.has(id)) && [to, undefined].includes(tab.shownValue(id, what))
            ? [{ id, what, value: from }]
            : [],
        );
    }
  }
}
