import { IDEMPOTENCY_HEADER } from "#contract/idempotency.ts";
import { memberOf } from "#features/changes/queue/members.ts";
import type { Tab } from "#testing/schedules/clients/tab.ts";
import {
  cardOf,
  type ModelRequest,
  type ModelResponse,
  type ModelServer,
  type ServerKind,
  taskOf,
  type Write,
} from "#testing/schedules/model/modelServer.ts";
import type { NetworkCall } from "#testing/schedules/model/network.ts";
import { type Intents, MAX_LOST } from "./intents.ts";
import type { Intent, Ledger } from "./ledger.ts";
import type { QueueRules } from "./queueRules.ts";
import type { Rulebook } from "./rules.ts";

export interface ChangeCall extends NetworkCall {
  tab: Tab | undefined;
  /** The user whose token it has. */
  user: string;
  /** The task that it reads; "" for the board. */
  reads: string | null;
  intents: readonly Intent[];
  /** Those that the app may send only after it has read the task. */
  afterRead: ReadonlySet<Intent>;
  isForm: boolean;
  /** The user's earlier values that the form shows. */
  shown: readonly Intent[];
  /** The ledger's length when the server handled the tab's last read of the task or board, and this call. */
  readAt: number;
  boardReadAt: number;
  /** The ledger's length when the connection last came back. The app reads the board after that. */
  returnedAt: number;
  handledAt: number;
  /** The time of events when it was sent. */
  sentAt: number;
}

/** Checks each call when it is sent, and what it writes when the server handles it. */
export class CallChecker {
  private readonly kind: ServerKind;
  private readonly server: ModelServer;
  private readonly ledger: Ledger;
  private readonly intents: Intents;
  private readonly queue: QueueRules;
  private readonly rulebook: Rulebook;
  private readonly calls: ChangeCall[] = [];
  private current: ChangeCall | null = null;
  private now = 0;
  /** The page's time when an intent's last request was answered. */
  private readonly answeredAt = new Map<Intent, number>();

  constructor(
    kind: ServerKind,
    {
      server,
      ledger,
      intents,
      queue,
      rulebook,
    }: {
      server: ModelServer;
      ledger: Ledger;
      intents: Intents;
      queue: QueueRules;
      rulebook: Rulebook;
    },
  ) {
    this.kind = kind;
    this.server = server;
    this.ledger = ledger;
    this.intents = intents;
    this.queue = queue;
    this.rulebook = rulebook;
  }

  send(tab: Tab | undefined, request: ModelRequest, signal: AbortSignal | null): ChangeCall {
    const { method, url, headers } = request;
    const path = url.pathname;
    const isRead = method === "GET" && path !== "/healthz" && path !== "/api/auth/me";
    const isWrite = method !== "GET" && path !== "/api/auth/refresh";
    const id = cardOf(path) ?? taskOf(path) ?? headers.get(IDEMPOTENCY_HEADER) ?? "";
    const reads = isRead ? (taskOf(path) ?? "") : null;
    const intents = tab && isWrite ? this.intents.intentsOf(tab, id, request) : [];
    const afterRead = intents.filter(
      (one) =>
        one.sent > 0 ||
        one.kind === "undo" ||
        one.tab !== tab?.number ||
        // A replay with a new token (§4) is still the request that was sent before.
        (one.returns !== tab.returns && one.unauthorised !== tab),
    );
    const isForm = intents.some(({ kind }) => kind === "form");
    const call: ChangeCall = {
      kind: isWrite ? "write" : isRead ? "read" : path === "/healthz" ? "probe" : "refresh",
      label: `${method} ${path} of tab ${tab?.number}`,
      tab,
      user: headers.get("authorization")?.slice(-2) ?? "",
      reads,
      intents,
      afterRead: new Set(afterRead),
      isForm,
      shown: tab && isForm ? this.intents.shownInForm(tab) : [],
      // A form is based on the page that it was opened on.
      readAt: isForm ? Math.min(...intents.map(({ seen }) => seen)) : this.intents.readBy(tab, id),
      boardReadAt: this.intents.readBy(tab, ""),
      returnedAt: this.intents.readBy(tab, "return"),
      handledAt: 0,
      sentAt: ++this.now,
      signal,
      end: "out",
    };
    if (isWrite) this.checkSent(call, id);
    this.calls.push(call);
    return call;
  }
  private checkSent(call: ChangeCall, id: string): void {
    const { intents, tab, user, label } = call;
    const isOwners = intents.every(({ owner }) => owner === user);
    this.must("only the owner's session", isOwners, () => `${label} with the token of ${user}`);
    const others = this.calls.filter(
      (one) => one.end === "out" && one.tab === tab && one.user === user && !one.isForm,
    );
    const isOne = intents.every(
      ({ what, kind }) =>
        kind === "form" ||
        others.every((one) => one.intents.every((other) => other.id !== id || other.what !== what)),
    );
    this.must("one request per card", isOne, () => label);
    for (const intent of intents) {
      if (tab && intent.kind !== "form") this.queue.noteSent(tab, intent);
      intent.sent += 1;
    }
  }
  handling(call: ChangeCall): void {
    this.current = call;
    call.handledAt = this.ledger.length;
  }
  handled(call: ChangeCall, { status }: ModelResponse): void {
    this.current = null;
    if (status >= 300) return;
    for (const intent of call.intents) this.noteHandled(intent);
  }
  /** The page whose request the server handles now. */
  get author(): string | null {
    return this.current?.tab?.clientId ?? null;
  }
  private noteHandled(intent: Intent): void {
    intent.isHandled = true;
    intent.handledAt = Math.min(intent.handledAt, this.now);
    intent.writtenAt = Math.min(intent.writtenAt, this.ledger.length);
  }
  /** Somebody has written a field on the server. */
  noteWrite(write: Write): void {
    const { id, field, cause } = write;
    const call = this.current;
    if (call && cause !== undefined) return this.noteEffect(call, cause, write);
    const isNew = field === "new";
    const task = isNew && this.server.find(id);
    if (task) this.ledger.begin(task);
    const intent = call?.intents.find(({ what }) => what === field) ?? this.formsOther(call, write);
    if (intent) this.noteHandled(intent);
    if (call && intent) this.checkWrite(call, intent, write);
    else if (call) this.checkRepeat(call, write);
    this.ledger.add({ ...write, by: call ? (intent ?? "repeat") : "other" });
  }
  /** A change of a label has an effect on another one: that of its group, or into which it was merged. */
  private noteEffect(call: ChangeCall, cause: string, write: Write): void {
    const isWanted = call.intents.some(({ what }) => what === cause);
    this.must("nothing overwritten", isWanted, () => `${call.label}: ${write.field}`);
    this.ledger.add({ ...write, by: "repeat" });
  }
  /** A form also carries what the user has changed elsewhere, as the screen shows it. */
  private formsOther(call: ChangeCall | null, { id, field, value }: Write): Intent | undefined {
    return this.intents.all().findLast(
      (one) =>
        call?.isForm &&
        one.id === id &&
        one.what === field &&
        one.value === value &&
        // A value that the server has had is repeated, as those that the user has not changed.
        !one.isHandled &&
        (one.tab === call.tab?.number || call.shown.includes(one)),
    );
  }
  private checkWrite(call: ChangeCall, intent: Intent, { id, field, value }: Write): void {
    const name = () => `${call.label}: ${field} ${String(value)}`;
    const mine = this.ledger.of(id, field).filter(({ by }) => by === intent);
    const last = this.ledger.last(id, field);
    const isMove = intent.what === "status";
    // A move is sent again if the card is still where the user's moves may have left it, and any value if
    // an older one of the same user has come after it.
    // A label is there or not, so a value that others have undone looks like one that never arrived.
    const isMember = memberOf(intent.what) !== null;
    const isUndone = (isMove && last?.by === "other") || (isMember && typeof last?.by === "string");
    const isReplaced =
      typeof last?.by === "object" &&
      (last.by.when < intent.when || this.intents.isLike(last.by, intent));
    this.must("sent once", mine.length === 0 || isUndone || isReplaced, name);
    const isOlder = this.intents
      .all()
      .some(
        (one) =>
          one.handledAt < call.sentAt &&
          one.when > intent.when &&
          one.id === id &&
          one.what === intent.what &&
          one.value !== value &&
          one.owner === intent.owner &&
          (one.tab === intent.tab || intent.tab !== call.tab?.number) &&
          !this.intents.isLike(one, intent) &&
          !this.isBetween(one, call, intent),
      );
    this.must("the newest wins", !isOlder, name);
    if (last?.by !== "other") return;
    // The user has moved the card there too, or has found it there.
    if ((isMove || isMember) && this.intents.isUsers(intent, last.value)) return;
    const since = intent.kind === "undo" ? 0 : intent.kind === "form" ? intent.seen : intent.made;
    const isLater = last.at >= since && (intent.kind === "form" || call.afterRead.has(intent));
    // The last move wins, unless it had to wait and a board has shown another user's later one.
    const isPlainMove = isMove && intent.kind !== "undo";
    // A move that waited for an earlier one of the card follows it.
    const waitedFor = ([one, at]: [Intent, number]) =>
      one.tab === intent.tab && one.id === id && one.what === field && at > intent.when;
    if (isPlainMove && [...this.answeredAt].some(waitedFor)) return;
    // A read that the server handled before that board may arrive after it: nothing tells their order.
    const boardAt = Math.min(call.boardReadAt, call.readAt);
    const readAt = isPlainMove ? Math.max(boardAt, call.returnedAt) : call.readAt;
    const isRefused = this.kind !== "plain" && !isPlainMove;
    const isKnown = isRefused || (!call.isForm && last.at < readAt);
    this.must(
      "nothing overwritten",
      !isLater || !isKnown,
      () => `${name()} over ${String(last.value)}`,
    );
  }
  /**
   * Whether another tab's newer value came between a read and the request that waited for it. Moves name
   * no version, nor does any request to a plain server.
   */
  private isBetween(newer: Intent, call: ChangeCall, { what, kind }: Intent): boolean {
    const hasVersion = this.kind !== "plain" && (what !== "status" || kind === "undo");
    const readAt = Math.max(call.readAt, call.boardReadAt);
    return newer.tab !== call.tab?.number && !hasVersion && newer.writtenAt >= readAt;
  }
  /** A whole task repeats the values of the task that was read before. */
  private checkRepeat(call: ChangeCall, { id, field, value }: Write): void {
    const last = this.ledger.last(id, field);
    // A request changes the labels that it names.
    const isLabel = memberOf(field) !== null;
    const isOwn = typeof last?.by === "object" && last.by.tab === call.tab?.number;
    const isRace = last !== undefined && last.at >= call.readAt && (!isOwn || call.isForm);
    this.must(
      "nothing overwritten",
      isRace && !isLabel,
      () => `${call.label}: the former ${field} ${String(value)}`,
    );
  }
  delivered(call: ChangeCall, { status, headers, isPartial }: ModelResponse): void {
    call.end = status === 401 ? "refusedToken" : "answered";
    const { intents, tab, reads, handledAt, isForm } = call;
    for (const intent of intents) this.answeredAt.set(intent, Date.now());
    if (tab && reads !== null && status === 200 && !isPartial)
      this.intents.noteRead(tab, reads, handledAt);
    // A plain server gets a whole task, so refusing to send it refuses the change.
    const isRefusal = reads && this.kind === "plain" && status >= 300 && !headers?.["retry-after"];
    for (const intent of isRefusal && tab ? this.intents.running(tab, reads) : [])
      intent.lost = MAX_LOST;
    const isUnapplied = status === 401 || headers?.["retry-after"] !== undefined;
    const isSentAgain = tab !== undefined && !isForm && this.queue.isSentAgain(tab, intents);
    for (const intent of intents) {
      // A call is replayed once with a new token (§4).
      const isReplay = status === 401 && intent.unauthorised === tab;
      intent.unauthorised = status === 401 && !isReplay && tab ? tab : null;
      if (isReplay) intent.isRefused = true;
      else if (isUnapplied) {
        intent.sent -= 1;
        if (tab) this.queue.noteUnapplied(tab, intent);
      } else if (status > 500) intent.lost += 1;
      else if (status >= 300 && (status !== 412 || isForm)) intent.isRefused = !isSentAgain;
    }
  }
  lost({ kind, intents }: ChangeCall): void {
    for (const intent of intents) {
      intent.lost += 1;
      intent.unauthorised = null;
    }
    if (kind !== "refresh") return;
    // If no new token can be had, the requests that were refused for the old one have failed.
    for (const intent of this.intents.all()) if (intent.unauthorised) intent.lost += 1;
  }
  private must(...given: Parameters<Rulebook["must"]>): void {
    this.rulebook.must(...given);
  }
}
