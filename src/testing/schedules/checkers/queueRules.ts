import { type ChangeId, mustRead, type Wanted } from "#features/changes/queue/change.ts";
import { withoutForm } from "#features/changes/queue/pendingChange.ts";
import { OPEN_TASK, type Tab } from "#testing/schedules/clients/tab.ts";
import { type Intents, keyOf } from "./intents.ts";
import type { Intent } from "./ledger.ts";
import type { Rulebook } from "./rules.ts";

type Name = Pick<ChangeId, "id" | "what">;

/** Whether the values of a field go to the server in the order of the user's actions. */
const isSerial = ({ what }: Name, want: Wanted): boolean => !mustRead(what, want);

/** Checks what the app begins to send, and when. */
export class QueueRules {
  private readonly intents: Intents;
  private readonly rulebook: Rulebook;
  /** `Tab.restored` when each page last began to send a value. */
  private readonly begun = new Map<string, number>();

  constructor(intents: Intents, rulebook: Rulebook) {
    this.intents = intents;
    this.rulebook = rulebook;
  }

  /** A tab begins to send a value. The request may wait for a new token. */
  noteBegun(tab: Tab, name: Name, sent: Wanted): void {
    const key = keyOf({ ...name, when: sent.when });
    const label = () => `tab ${tab.number}: ${key} ${sent.value}`;
    this.rulebook.must("nothing while offline", !tab.isOffline, label);
    const intent = this.intents.get(key);
    const newest = this.intents.newestIn(tab, name);
    const isNewest = !newest || newest.when <= sent.when || newest.value === sent.value;
    this.rulebook.must("newest only", intent?.tab !== tab.number || isNewest, label);
    if (!isSerial(name, sent)) return;
    this.checkOrder(tab, name, sent);
    // A move without a response is sent again only after an outage, because a proxy has lost it otherwise.
    const before = this.begun.get(`${tab.number} ${key}`) ?? -1;
    const isOwn = intent !== undefined && intent.tab === tab.number;
    const isRepeat = name.what === "status" && isOwn && intent.sent > 0;
    this.rulebook.must("sent once", !isRepeat || tab.restored > before, label);
    this.begun.set(`${tab.number} ${key}`, tab.restored);
  }

  /**
   * Whether a tab sends refused values once more: the server may have an older value of an edit, whose
   * response was lost.
   */
  isSentAgain(tab: Tab, intents: readonly Intent[]): boolean {
    return tab.changes.some(({ id, what, change }) => {
      const own = withoutForm(change);
      const isIn = what !== "status" && intents.some((one) => one.id === id && one.what === what);
      return isIn && own.phase === "sending" && own.from.length > 1;
    });
  }

  /** The server has not applied the value that a tab has sent, which may be sent again. */
  noteUnapplied(tab: Tab, intent: Intent): void {
    this.begun.delete(`${tab.number} ${keyOf(intent)}`);
  }

  /** A tab sends the request of a task's field. It may have waited for a new token. */
  noteSent(tab: Tab, { id, what }: Name): void {
    const named = tab.changes.find((one) => one.id === id && one.what === what);
    const own = named && withoutForm(named.change);
    if (own && "sent" in own && isSerial(named, own.sent)) this.checkOrder(tab, named, own.sent);
  }

  /** After an outage the older values are sent first, one after the other. */
  private checkOrder(tab: Tab, name: Name, sent: Wanted): void {
    const isBehind = tab.changes.some(({ id, what, change }) => {
      const own = withoutForm(change);
      if (!("from" in own) || id === name.id) return false;
      // A value may have to wait for its task's form or another field.
      const isAlone = tab.changes.every((one) => one.id !== id || one.what === what);
      const isInForm = change.phase === "saving" || (id === OPEN_TASK && tab.isSaving);
      if (isInForm || !isAlone) return false;
      const other = own.phase === "queued" ? own.want : own.sent;
      return isSerial({ id, what }, other) && other.at < Math.min(sent.at, tab.restored);
    });
    const label = () => `tab ${tab.number}: ${name.id} ${name.what} ${sent.value}`;
    this.rulebook.must("in order after an outage", !isBehind, label);
  }
}
