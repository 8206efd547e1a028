import type { TaskSummary } from "#contract/shapes/task.ts";
import type { Wanted } from "#features/changes/queue/change.ts";
import { valueIn } from "#features/changes/queue/members.ts";
import type { Change } from "#features/changes/queue/pendingChange.ts";
import type { Tab } from "#testing/schedules/clients/tab.ts";
import { type ShownResponse, TabScreen } from "#testing/schedules/clients/tabScreen.ts";
import { MEMBERS } from "#testing/schedules/model/modelLabels.ts";
import type { ModelServer, ServerKind } from "#testing/schedules/model/modelServer.ts";
import { idsAfter, type Move } from "./boardOrder.ts";
import { CallChecker } from "./callChecker.ts";
import { Intents, keyOf, MAX_LOST } from "./intents.ts";
import { type Intent, Ledger } from "./ledger.ts";
import { QueueRules } from "./queueRules.ts";
import type { Rulebook } from "./rules.ts";
import { storedTimes } from "./storedTimes.ts";
import { ToastRules } from "./toastRules.ts";

/** The fields that are compared on screens. */
const SHOWN = ["title", "description", "priority", "status", ...MEMBERS] as const;

/** The values of a change that the app still has to send. */
const valuesIn = (change: Change): readonly Wanted[] =>
  change.phase === "saving"
    ? [change.form, ...(change.next ? [change.next] : []), ...valuesIn(change.under)]
    : [...("want" in change ? [change.want] : []), ...("sent" in change ? [change.sent] : [])];

/** Observes what the tabs show and keep, and checks the rules. */
export class ChangeChecker {
  readonly ledger = new Ledger();
  readonly intents: Intents;
  readonly calls: CallChecker;
  readonly toasts: ToastRules;
  private readonly queue: QueueRules;
  private readonly server: ModelServer;
  private readonly rulebook: Rulebook;
  private readonly screens = new Map<Tab, TabScreen>();
  private now = 0;

  constructor(kind: ServerKind, server: ModelServer, rulebook: Rulebook) {
    const { ledger } = this;
    const intents = new Intents(ledger, rulebook);
    this.intents = intents;
    this.queue = new QueueRules(intents, rulebook);
    this.calls = new CallChecker(kind, { server, ledger, intents, queue: this.queue, rulebook });
    this.toasts = new ToastRules(intents, rulebook);
    this.server = server;
    this.rulebook = rulebook;
  }

  get tabs(): Tab[] {
    return [...this.screens.keys()];
  }
  watch(tab: Tab): void {
    const screen = new TabScreen(tab, {
      tick: () => ++this.now,
      arrived: (tasks) => {
        const [page] = tasks.length === 1 && "description" in (tasks[0] ?? {}) ? tasks : [];
        const shown = page ? `page ${page.id}` : "board";
        this.intents.noteRead(tab, shown, this.intents.readBy(tab, page?.id ?? ""));
        for (const { id, ...values } of tasks) {
          const { labels, ...single } = values;
          const members = labels ? MEMBERS.map((one) => [one, valueIn({ labels }, one)]) : [];
          for (const [field, value] of [...Object.entries(single), ...members] as [
            string,
            unknown,
          ][]) {
            const isFact = field === "etag" || this.ledger.had(id, field, value);
            this.must("facts", isFact, () => `${id} never had the ${field} ${String(value)}`);
          }
        }
      },
      returned: () => this.intents.noteRead(tab, "return", this.ledger.length),
      begun: (name, sent) => this.queue.noteBegun(tab, name, sent),
      ended: (move) => this.toasts.noteEnded(move),
      patched: (key) => this.must("facts", false, () => `${key} changed without a response`),
    });
    this.screens.set(tab, screen);
  }

  /** A page closes. */
  forget(tab: Tab): void {
    this.intents.noteClosed(tab);
    this.screens.delete(tab);
  }
  /** The app has handled everything that has arrived. */
  tick(): void {
    this.now += 1;
    for (const [tab, screen] of this.screens) {
      this.intents.numberIntents(tab);
      this.checkShown(tab, screen);
    }
    this.toasts.tick();
    this.checkKept();
  }
  /** Each screen shows its response with the changes folded over it. */
  private checkShown(tab: Tab, screen: TabScreen): void {
    for (const { isBoard, requested, data, shown } of screen.responses()) {
      if (isBoard) this.checkOrder(tab, screen, { requested, data, shown });
      const received = new Map(data.map((task) => [task.id, task]));
      for (const task of shown) {
        if (this.ledger.isGone(task.id)) continue;
        for (const field of SHOWN) {
          const value = valueIn(task, field);
          if (value === undefined) continue;
          const pending = tab.pending(task.id, field);
          const known = screen.knownOf(task.id, field);
          const former = valueIn(received.get(task.id), field);
          const allowed: unknown[] = [];
          if (pending) allowed.push(pending.value);
          else {
            if (known && requested < known.at) allowed.push(known.value);
            if (!known || requested >= known.since) allowed.push(former);
          }
          this.must(
            "shown",
            allowed.includes(value),
            () => `tab ${tab.number}: ${task.id} ${field} ${value}, not ${allowed.join()}`,
          );
        }
      }
    }
  }
  /** The board shows its response's cards in their order, with the moves applied. */
  private checkOrder(
    tab: Tab,
    screen: TabScreen,
    { requested, data, shown }: Pick<ShownResponse, "requested" | "data" | "shown">,
  ): void {
    const moves: Move[] = [];
    for (const { id } of data) {
      const pending = tab.pending(id, "status");
      const known = pending ? undefined : screen.knownOf(id, "status");
      // Either value may be shown.
      if (known && requested >= known.since && requested < known.at) return;
      const move = pending ?? (known && requested < known.since && known.confirmed);
      if (move) moves.push({ ...move, id });
    }
    const there = shown.map(({ id }) => id).join();
    const expected = idsAfter(data, moves).join();
    this.must("shown", there === expected, () => `tab ${tab.number}: ${there}, not ${expected}`);
  }
  /** Each change is kept until it has an end. */
  private checkKept(): void {
    const open = this.intents.all().filter(({ isOpen }) => isOpen);
    if (open.length === 0) return;
    const kept = new Set<string>();
    const running = new Map<string, Change["phase"]>();
    for (const tab of this.tabs) {
      for (const { id, what, change } of tab.changes) {
        for (const { when } of valuesIn(change)) kept.add(keyOf({ id, what, when }));
        const pending = tab.pending(id, what);
        if (pending && change.phase !== "refused")
          running.set(keyOf({ id, what, when: pending.when }), change.phase);
      }
    }
    for (const intent of open) {
      const key = keyOf(intent);
      const name = () => `${key} ${intent.value} of tab ${intent.tab}`;
      if (kept.has(key)) {
        // The form also carries what its user has changed before.
        const isInForm = running.get(key) === "saving" && intent.kind !== "form";
        const isGone = !running.has(key) || isInForm;
        this.must("a refused change leaves", !intent.isRefused || isGone, name);
        continue;
      }
      if (storedTimes().has(key)) continue;
      intent.isOpen = false;
      if (this.intents.isNewest(intent)) this.must("no change lost", this.mayEnd(intent), name);
    }
  }
  private mayEnd(intent: Intent): boolean {
    const { id, what, value, seen, isHandled } = intent;
    const { lost, isRefused, kind, isPageClosed, unauthorised } = intent.carrier ?? intent;
    if (isHandled || isRefused) return true;
    if (what === "new") return false;
    if (this.ledger.isGone(id) || this.ledger.isContested(intent, seen)) return true;
    // The page tells the user that the save has failed, and the form or its draft keeps the text. It fails
    // too if no new token can be had.
    if (kind === "form" && (lost > 0 || isPageClosed || unauthorised)) return true;
    // A newer form without a response is saved, or wanted what the server had: nothing older goes over it.
    const forms = this.intents.formsAfter(intent).filter((one) => one.lost > 0 || one.isPageClosed);
    if (forms.some((form) => this.ledger.had(id, what, form.value, form.made))) return true;
    return lost >= (what === "status" ? 1 : MAX_LOST) || this.ledger.had(id, what, value, seen);
  }
  /**
   * Called when all messages have been delivered. The user's moves stay in the order of their requests.
   * After a failed read the app waits for its next reason to read the board.
   */
  checkFollows(): void {
    const namesOf = (cards: readonly TaskSummary[]) =>
      cards
        .map(({ id, status, title, labels }) => `${id} ${title} in ${status} ${labels?.join()}`)
        .toSorted()
        .join();
    const there = namesOf(Object.values(this.server.board()).flat());
    for (const [tab, screen] of this.screens) {
      const board = tab.hasBoard && screen.responses().find(({ isBoard }) => isBoard);
      const shown = board ? namesOf(board.shown) : there;
      this.must("follows", shown === there, () => `tab ${tab.number}: ${shown}, not ${there}`);
    }
  }
  /** Called when everything has settled and the tabs have fetched the final tasks. */
  checkSettles(): void {
    const kept = new Set(
      this.tabs.flatMap((tab) =>
        tab.changes
          .filter(({ change }) => change.phase !== "confirmed" && change.phase !== "refused")
          .map(({ id, what }) => `${id} ${what}`),
      ),
    );
    this.must("settles", kept.size === 0, () => `${[...kept].join()} open`);
    for (const intent of this.intents.all()) {
      const { id, what, value, seen } = intent;
      if (intent.isDiscarded || what === "new" || !this.intents.isNewest(intent)) continue;
      const there = valueIn(this.server.find(id), what);
      const isThere = there === value || this.ledger.isContested(intent, seen);
      this.must(
        "no change lost",
        isThere || this.mayEnd(intent),
        () => `${keyOf(intent)} ${value}`,
      );
    }
    for (const [tab, screen] of this.screens) {
      for (const { shown } of screen.responses()) {
        for (const task of shown) {
          const there = this.server.find(task.id);
          if (!there && shown.length === 1) continue;
          for (const field of SHOWN) {
            const [own, right] = [valueIn(task, field), valueIn(there, field)];
            this.must(
              "settles",
              own === right || field === "description",
              () => `tab ${tab.number}: ${task.id} ${field} ${own}, not ${right}`,
            );
          }
        }
      }
    }
  }
  private must(...given: Parameters<Rulebook["must"]>): void {
    this.rulebook.must(...given);
  }
}
