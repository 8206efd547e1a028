import type { SetChange } from "#contract/taskFields.ts";
import type { Field, FieldValue, What } from "#features/changes/queue/change.ts";
import { memberOf } from "#features/changes/queue/members.ts";
import { withoutForm } from "#features/changes/queue/pendingChange.ts";
import { OPEN_TASK, type Tab } from "#testing/schedules/clients/tab.ts";
import { cardOf, type ModelRequest } from "#testing/schedules/model/modelServer.ts";
import type { Intent, Ledger } from "./ledger.ts";
import type { Rulebook } from "./rules.ts";

/** What the user asks for. */
export interface Wish {
  id: string;
  what: What;
  value: FieldValue;
  /** The value on screen before. */
  from: FieldValue | undefined;
}

/** An edit is given up after this many lost responses, a move after one (§4). */
export const MAX_LOST = 5;

/** The name of an intent, in the app too. */
export const keyOf = ({ id, what, when }: Pick<Intent, "id" | "what" | "when">): string =>
  `${id} ${what} ${when}`;

/** What the user wanted, in the order of the actions. */
export class Intents {
  private readonly ledger: Ledger;
  private readonly rulebook: Rulebook;
  private readonly intents = new Map<string, Intent>();
  /** The intents by tab and by the app's number there. */
  private readonly numbered = new Map<string, Intent>();
  /** The values that the user chose in each tab's last form, and the earlier ones that the form shows. */
  private readonly saves = new Map<Tab, { chosen: readonly Intent[]; shown: readonly Intent[] }>();
  private readonly readAt = new Map<string, number>();
  /** The user of the session. */
  user = "u1";

  constructor(ledger: Ledger, rulebook: Rulebook) {
    this.ledger = ledger;
    this.rulebook = rulebook;
  }

  get(key: string): Intent | undefined {
    return this.intents.get(key);
  }

  all(): Intent[] {
    return [...this.intents.values()];
  }

  /** Another user has signed in: what the former one has not sent is discarded. */
  noteUser(user: string): void {
    this.user = user;
    for (const intent of this.intents.values()) {
      intent.isOpen = false;
      intent.isDiscarded = true;
    }
  }
  /** A page has closed. */
  noteClosed({ number }: Tab): void {
    for (const intent of this.all()) if (intent.tab === number) intent.isPageClosed = true;
  }
  /** The user has acted in a tab, and wants these values. */
  noteWishes(tab: Tab, wishes: readonly Wish[], group: number): void {
    for (const wish of wishes) {
      const { id, what, value } = wish;
      const pending = tab.pending(id, what);
      const isWanted = pending === null || pending.value === value;
      this.rulebook.must("shown", isWanted, () => `${id} ${what}: ${pending?.value}, not ${value}`);
      // A confirmed value that the screen shows is not requested again. It may hide another user's.
      const own = pending ?? tab.confirmed(id, what);
      // What a read has shown of the server stands for no wish of the user.
      const named = own && this.intents.get(keyOf({ id, what, when: own.when }));
      const before = named?.value === value ? named : undefined;
      if (before && this.isNewest(before)) continue;
      const isNew = pending !== null && before === undefined;
      const when = isNew ? pending.when : Date.now();
      const kind = !isNew ? "withdrawn" : pending.undoes ? "undo" : "change";
      if (kind === "undo") this.checkUndone(wish);
      const hidden = pending ? Infinity : (before?.seen ?? Infinity);
      const seen = kind === "undo" ? 0 : Math.min(this.seenBy(tab, wish), hidden);
      const carrier = (pending && before) ?? null;
      this.addIntent(tab, { ...wish, when, group, kind, seen, carrier });
    }
    this.numberIntents(tab);
  }
  /** The user has saved a form. Its value counts, over any change of the field that is under way. */
  noteSave(tab: Tab, wishes: readonly Wish[], group: number): void {
    const shown = this.shownOnPage(tab);
    const chosen = wishes.map((wish) => {
      const { id, what, value } = wish;
      const pending = tab.pending(id, what);
      const isShown = tab.shownValue(id, what as Field) === value;
      this.rulebook.must("shown", isShown, () => `${id} ${what}: not the form's ${value}`);
      // A value that was on its way before keeps its time.
      const isOpen = pending !== null && !this.intents.has(keyOf({ id, what, ...pending }));
      const when = isOpen ? pending.when : Date.now();
      const seen = this.readBy(tab, `page ${id}`);
      return this.addIntent(tab, { ...wish, when, group, kind: "form", seen, isOpen });
    });
    this.saves.set(tab, { chosen, shown });
    this.numberIntents(tab);
  }
  /** The user's earlier values of the open task that the tab shows. */
  private shownOnPage(tab: Tab): Intent[] {
    return tab.changes.flatMap(({ id, what }) => {
      const own = id === OPEN_TASK ? (tab.pending(id, what) ?? tab.confirmed(id, what)) : null;
      return (own && this.intents.get(keyOf({ id, what, ...own }))) ?? [];
    });
  }
  /** The user's earlier values that the form of a tab's last save shows. */
  shownInForm(tab: Tab): readonly Intent[] {
    return this.saves.get(tab)?.shown ?? [];
  }
  /** The ledger's length that the user has seen of a field. An older change hides later writes. */
  private seenBy(tab: Tab, { id, what }: Wish): number {
    const hiding = this.all().filter(
      (one) => one.isOpen && one.tab === tab.number && one.id === id && one.what === what,
    );
    const page = id === OPEN_TASK ? [this.readBy(tab, `page ${id}`)] : [];
    // A board's changes that don't fit are not shown: the whole board is read after them.
    const board = this.readBy(tab, "board");
    return Math.min(board, ...page, ...hiding.map(({ seen }) => seen));
  }
  /** The ledger's length when the server handled the tab's last read of a task, or of the board (""). */
  readBy(tab: Tab | undefined, id: string): number {
    return this.readAt.get(`${tab?.number} ${id}`) ?? 0;
  }

  /** A tab has got a response that the server handled at this length of the ledger. */
  noteRead(tab: Tab, id: string, length: number): void {
    this.readAt.set(`${tab.number} ${id}`, length);
  }

  private addIntent(
    tab: Tab,
    wish: Wish &
      Pick<Intent, "when" | "group" | "kind" | "seen"> &
      Partial<Pick<Intent, "carrier" | "isOpen">>,
  ): Intent {
    const { number, owner, returns } = tab;
    const isOpen = wish.kind !== "withdrawn" && owner === this.user && wish.isOpen !== false;
    const intent: Intent = {
      carrier: null,
      ...wish,
      owner,
      tab: number,
      returns,
      made: this.ledger.length,
      sent: 0,
      lost: 0,
      isHandled: false,
      handledAt: Infinity,
      writtenAt: Infinity,
      isRefused: false,
      isPageClosed: false,
      unauthorised: null,
      isDiscarded: owner !== this.user,
      isOpen,
    };
    this.intents.set(keyOf(intent), intent);
    return intent;
  }
  /** Learns the numbers that the app has given to the intents. */
  numberIntents(tab: Tab): void {
    for (const { id, what } of tab.changes) {
      const pending = tab.pending(id, what);
      const intent = pending && this.intents.get(keyOf({ id, what, when: pending.when }));
      if (intent) this.numbered.set(`${tab.number} ${id} ${what} ${pending.at}`, intent);
    }
  }
  /** An undo leads back to where a change of the user has found the value. */
  private checkUndone({ id, what, value, from }: Wish): void {
    const isFormer = this.all().some(
      (one) =>
        one.id === id &&
        one.what === what &&
        one.from === value &&
        (from === undefined || one.value === from),
    );
    this.rulebook.must("undo", isFormer, () => `${id} ${what} from ${from} to ${value}`);
  }
  /** The next undo reverts the changes of one action, and all of them. */
  checkUndo(tab: Tab): void {
    const { newest, all } = tab.undoable;
    const groupOf = ({ id, what, at }: (typeof all)[number]) =>
      this.numbered.get(`${tab.number} ${id} ${what} ${at}`)?.group;
    // A value that was on its way when the user chose it again has no number of its own.
    const groups = new Set<number | undefined>(newest.flatMap((done) => groupOf(done) ?? []));
    const isWhole = all.every((done) => newest.includes(done) || !groups.has(groupOf(done)));
    this.rulebook.must(
      "together",
      groups.size <= 1 && isWhole,
      () => `groups ${[...groups].join()}`,
    );
  }
  /** The intents whose values a request carries. */
  intentsOf(tab: Tab, id: string, { url, method, body }: ModelRequest): readonly Intent[] {
    const path = url.pathname;
    const running = this.running(tab, id);
    if (cardOf(path) !== null) return running.filter(({ what }) => what === "status");
    if (path === "/api/tasks") return running.filter(({ what }) => what === "new");
    const values = body as Record<string, unknown>;
    // A form is never sent while another request of its task runs.
    const isForm = !tab.changes.some(
      ({ id: changed, change }) =>
        changed === id && ["sending", "superseded"].includes(withoutForm(change).phase),
    );
    if (method === "PUT" && isForm) return this.saves.get(tab)?.chosen ?? [];
    if (method === "PUT") return running.filter(({ what }) => what === "description");
    const { add = [], remove = [] } = (values["labels"] ?? {}) as Partial<SetChange>;
    return running.filter(({ what }) => {
      const member = memberOf(what)?.[1];
      return member === undefined ? what in values : [...add, ...remove].includes(member);
    });
  }
  /** The intents of a task whose requests the tab has begun. */
  running(tab: Tab, id: string): Intent[] {
    return tab.changes.flatMap(({ id: changed, what, change }) => {
      const own = withoutForm(change);
      if (changed !== id || !("sent" in own)) return [];
      return this.intents.get(keyOf({ id, what, when: own.sent.when })) ?? [];
    });
  }
  /** The forms that have carried another value of the field since. */
  formsAfter({ id, what, when, owner }: Intent): Intent[] {
    return this.all().filter(
      (one) =>
        one.kind === "form" &&
        one.id === id &&
        one.what === what &&
        one.owner === owner &&
        one.when > when,
    );
  }
  /** The user's last change of a field in a tab. Beside a form's value, an older one may count again. */
  newestIn(tab: Tab, { id, what }: Pick<Intent, "id" | "what">): Intent | undefined {
    const own = this.all().filter(
      (one) => one.tab === tab.number && one.id === id && one.what === what,
    );
    return own.some(({ kind }) => kind === "form") ? undefined : own.at(-1);
  }
  /** Whether the user has chosen no other value since. A form that has failed leaves the older one. */
  isNewest({ id, what, when, owner }: Intent): boolean {
    const hasFailed = ({ kind, isHandled, isRefused, lost, isPageClosed }: Intent) =>
      kind === "form" && !isHandled && (isRefused || lost > 0 || isPageClosed);
    return this.all().every(
      (one) =>
        one.id !== id ||
        one.what !== what ||
        one.owner !== owner ||
        one.when <= when ||
        hasFailed(one),
    );
  }
  /** Whether a field's value is one that the same user has chosen before, or has changed. */
  isUsers({ id, what, owner, when, kind }: Intent, value: unknown): boolean {
    const mine = this.all().filter(
      (one) => one.id === id && one.what === what && one.owner === owner && one.when <= when,
    );
    // The card may never have left the place if no response says that it has. An undo can't know.
    const isUnsure = (one: Intent) =>
      one.lost > 0 ||
      mine.every(
        (next) => next.when < one.when || next.when === when || !next.isHandled || next.lost > 0,
      );
    return mine.some(
      (one) =>
        (one.value === value && one.when < when) ||
        (one.from === value && (kind !== "undo" || isUnsure(one))),
    );
  }
  /**
   * Whether another tab's newer value is the one that this change's own page has shown or sent before the
   * change. No response tells whose it is.
   */
  isLike(newer: Intent, { id, what, tab, when, seen }: Intent): boolean {
    return (
      newer.tab !== tab &&
      (newer.value === this.ledger.valueAt(id, what, seen) ||
        this.all().some(
          (one) =>
            one.tab === tab &&
            one.id === id &&
            one.what === what &&
            one.when < when &&
            one.sent > 0 &&
            one.value === newer.value,
        ))
    );
  }
}
