import type { Task } from "#contract/shapes/task.ts";
import type { FieldValue, What } from "#features/changes/queue/change.ts";
import { valueIn } from "#features/changes/queue/members.ts";
import type { Tab } from "#testing/schedules/clients/tab.ts";
import type { Write } from "#testing/schedules/model/modelServer.ts";

/** A value that the user wants, as the user asked for it. */
export interface Intent {
  id: string;
  what: What;
  value: FieldValue;
  /** The value on screen before. */
  from: FieldValue | undefined;
  /** The time of the user's action. It names the intent in the app and in its storage. */
  when: number;
  /** The same for intents of one action. */
  group: number;
  owner: string;
  /** The tab in which the user acted, and the outages that it had seen. */
  tab: number;
  returns: number;
  /** `withdrawn`: the user chose the former value again, so that nothing more was to be sent. */
  kind: "change" | "undo" | "form" | "withdrawn";
  /** The intent whose request had the same value on its way: its outcome is this one's too. */
  carrier: Intent | null;
  /** The ledger's length when the user acted, and when the response on screen was read. */
  made: number;
  seen: number;
  /** The attempts that the server may have handled, and those whose responses were lost. */
  sent: number;
  lost: number;
  isHandled: boolean;
  /** The time of events when the server first had it, and the ledger's length then. */
  handledAt: number;
  writtenAt: number;
  isRefused: boolean;
  /** Whether its page has closed: a form's draft keeps the text, and the save ends. */
  isPageClosed: boolean;
  /** The page that got a 401 as the last response. Another page that takes the change over has its own replay. */
  unauthorised: Tab | null;
  /** Whether another user has signed in since. */
  isDiscarded: boolean;
  /** Whether the app still has it to send. */
  isOpen: boolean;
}

/** Who has written: the user's intent, another user, or a request that repeats a whole task. */
export type Author = Intent | "other" | "repeat";

interface Written extends Write {
  by: Author;
}

/** Everything that was ever written on the server, in order. Its length is the server's clock. */
export class Ledger {
  private readonly first = new Map<string, Task>();
  private readonly writes: Written[] = [];

  get length(): number {
    return this.writes.length;
  }

  /** A task that the server has now. */
  begin(task: Task): void {
    this.first.set(task.id, task);
  }

  add(written: Written): void {
    this.writes.push(written);
  }

  /** The writes of a field, with their times. */
  of(id: string, field: string): (Written & { at: number })[] {
    return this.writes.flatMap((write, at) =>
      write.id === id && write.field === field ? [{ ...write, at }] : [],
    );
  }

  last(id: string, field: string): (Written & { at: number }) | undefined {
    return this.of(id, field).at(-1);
  }

  /** The value of a field when the ledger had this length. */
  valueAt(id: string, field: string, length: number): unknown {
    const before = this.of(id, field).findLast(({ at }) => at < length);
    return before ? before.value : valueIn(this.first.get(id), field);
  }

  /** Whether the field had a value at some time since then. */
  had(id: string, field: string, value: unknown, since = 0): boolean {
    const isLater = this.of(id, field).some((write) => write.at >= since && write.value === value);
    return isLater || value === this.valueAt(id, field, since);
  }

  isGone(id: string): boolean {
    return this.of(id, "gone").length > 0;
  }

  /**
   * Whether somebody else than this intent's tab has written the field since then, or a form whose
   * response was lost: the page tells the user that the save failed.
   */
  isContested(intent: Intent, since: number): boolean {
    const isOther = (by: Author) =>
      typeof by === "string" || by.tab !== intent.tab || (by.kind === "form" && by.lost > 0);
    const writes = this.of(intent.id, intent.what);
    return writes.some(({ at, by }) => at >= since && by !== intent && isOther(by));
  }
}
