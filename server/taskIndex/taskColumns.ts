import { TASK_PRIORITIES, TASK_STATUSES } from "#contract/task.ts";
import type { TaskRow } from "#server/db/schema.ts";
import { holds, type Marks } from "./marks.ts";

/** What is known of every task. */
export type IndexedTask = Pick<
  TaskRow,
  "id" | "status" | "priority" | "due_date" | "assignee_id" | "team_id" | "created_at"
>;

/** What tasks are looked for by; what is undefined leaves all. */
export interface TaskFilter {
  status?: string | undefined;
  priority?: string | undefined;
  assignee?: string | undefined;
  team?: string | undefined;
  /** Not done, and due before this day. */
  overdueOn?: string | undefined;
  /** Not done, and due on this day. */
  due?: string | undefined;
}

/** How many tasks are of a status and a priority and due on a day, which is 0 for those that aren't. */
export interface TaskCount {
  status: IndexedTask["status"];
  priority: IndexedTask["priority"];
  due: number;
  count: number;
}

const KINDS = TASK_STATUSES.flatMap((status) =>
  TASK_PRIORITIES.map((priority) => ({ status, priority })),
);
const GONE = KINDS.length;
const NOBODY = -1;
const ASCII = /^[\x20-\x7e]*$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** A day as a number that is greater the later it is; 0 without one. */
export const dayNumber = (day: string | null | undefined): number =>
  day ? Number(day.replaceAll("-", "")) : 0;

const kindOf = ({ status, priority }: Pick<IndexedTask, "status" | "priority">) =>
  TASK_STATUSES.indexOf(status) * TASK_PRIORITIES.length + TASK_PRIORITIES.indexOf(priority);

/** Gives every name a number, and the same one again. */
class Names {
  readonly #numbers = new Map<string, number>();

  give(name: string | null): number {
    if (name === null) return NOBODY;
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  /** A number that nothing has for a name that was never given one. */
  find = (name: string): number => this.#numbers.get(name) ?? UNKNOWN;
}

/** A name that no task has. */
const UNKNOWN = -2;
const ANYBODY = -3;
const LAST_DAY = 99_991_231;

/** Whether all tasks pass. */
export const isEmpty = (filter: TaskFilter) =>
  Object.values(filter).every((value) => value === undefined);

/**
 * All tasks of a database in columns of numbers, in the order of the list: what is asked of a
 * million of them is answered by looking at each, in some milliseconds. A task keeps its slot for
 * life; `#order` holds the slots from the oldest to the newest.
 */
export class TaskColumns {
  #ids: string[] = [];
  #slots = new Map<string, number>();
  #created = new Float64Array(1024);
  #kinds = new Uint8Array(1024);
  #dues = new Int32Array(1024);
  #assignees = new Int32Array(1024);
  #teams = new Int32Array(1024);
  #order = new Int32Array(1024);
  /** Entries of `#order`, also of tasks that are gone. */
  #length = 0;
  /** Slots that are free, and no longer in `#order`. */
  #free: number[] = [];
  readonly #people = new Names();
  readonly #groups = new Names();
  readonly #counts = new Map<number, number>();

  get size(): number {
    return this.#slots.size;
  }

  /** Entries of the order: a place is a number below it, the greater the newer. */
  get length(): number {
    return this.#length;
  }

  slotOf = (id: string): number | undefined => this.#slots.get(id);

  /** When the task at a place was made, as milliseconds. */
  createdAt(place: number): number {
    return this.#created[this.#order[place] ?? 0] ?? Number.NaN;
  }

  /**
   * Writes a task. False when it is of a shape that numbers can't express, such as an id that isn't
   * ASCII: databases order those in other ways than we do.
   */
  put(task: IndexedTask): boolean {
    const created = Date.parse(task.created_at);
    const kind = kindOf(task);
    if (Number.isNaN(created) || new Date(created).toISOString() !== task.created_at) return false;
    if (kind < 0 || !ASCII.test(task.id)) return false;
    if (task.due_date !== null && !DAY.test(task.due_date)) return false;
    let slot = this.#slots.get(task.id);
    if (slot !== undefined && this.#created[slot] !== created) {
      this.remove(task.id);
      slot = undefined;
    }
    if (slot === undefined) slot = this.#add(task.id, created);
    else this.#count(slot, -1);
    this.#kinds[slot] = kind;
    this.#dues[slot] = dayNumber(task.due_date);
    this.#assignees[slot] = this.#people.give(task.assignee_id);
    this.#teams[slot] = this.#groups.give(task.team_id);
    this.#count(slot, 1);
    return true;
  }

  remove(id: string): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    this.#count(slot, -1);
    this.#slots.delete(id);
    this.#kinds[slot] = GONE;
    if (this.#length > 2 * this.size + 1_000) this.#tidy();
  }

  /** The first place whose task was made at that instant or later. */
  placeOf(created: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.createdAt(middle) < created) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * The tasks that pass, newest first: how many there are, and the ids of those of a page.
   *
   * @param marks passes only tasks whose slots are marked
   * @param from the place of the oldest task that is looked at
   */
  find(
    filter: TaskFilter,
    { offset, limit, marks, from = 0 }: Window & { marks?: Marks | undefined; from?: number },
  ): { ids: string[]; total: number } {
    const passes = this.#test(filter);
    const ids: string[] = [];
    let total = 0;
    if (!marks && from === 0 && this.#length === this.size && isEmpty(filter)) {
      for (let place = this.#length - 1 - offset; place >= 0 && ids.length < limit; place -= 1) {
        ids.push(this.#idAt(place));
      }
      return { ids, total: this.size };
    }
    for (let place = this.#length - 1; place >= from; place -= 1) {
      const slot = this.#order[place] ?? 0;
      if (!passes(slot) || (marks && !holds(marks, slot))) continue;
      if (total >= offset && ids.length < limit) ids.push(this.#ids[slot] ?? "");
      total += 1;
    }
    return { ids, total };
  }

  /** The newest tasks that pass, at most so many. */
  newest(filter: TaskFilter, most: number): string[] {
    const passes = this.#test(filter);
    const ids: string[] = [];
    for (let place = this.#length - 1; place >= 0 && ids.length < most; place -= 1) {
      const slot = this.#order[place] ?? 0;
      if (passes(slot)) ids.push(this.#ids[slot] ?? "");
    }
    return ids;
  }

  /** Like {@link find}, for those that are among some tasks. */
  among(some: Iterable<string>, filter: TaskFilter, { offset, limit }: Window) {
    const passes = this.#test(filter);
    const slots: number[] = [];
    for (const id of some) {
      const slot = this.#slots.get(id);
      if (slot !== undefined && passes(slot)) slots.push(slot);
    }
    const created = this.#created;
    const idOf = (slot: number) => this.#ids[slot] ?? "";
    slots.sort(
      (one, other) =>
        (created[other] ?? 0) - (created[one] ?? 0) || (idOf(one) < idOf(other) ? -1 : 1),
    );
    return { ids: slots.slice(offset, offset + limit).map(idOf), total: slots.length };
  }

  /** The tasks that are overdue, the longest overdue first. */
  overdue(today: string, limit: number): string[] {
    const until = dayNumber(today);
    const passes = this.#test({ overdueOn: today });
    const days = this.counts()
      .filter(({ status, due }) => status !== "Done" && due > 0 && due < until)
      .sort((one, other) => one.due - other.due);
    let enough = 0;
    const last = days.find(({ count }) => (enough += count) >= limit)?.due ?? until - 1;
    const found: { id: string; due: number }[] = [];
    for (let slot = 0; slot < this.#ids.length; slot += 1) {
      const due = this.#dues[slot] ?? 0;
      if (due === 0 || due > last || !passes(slot)) continue;
      found.push({ id: this.#ids[slot] ?? "", due });
    }
    return found
      .sort((one, other) => one.due - other.due || (one.id < other.id ? -1 : 1))
      .slice(0, limit)
      .map(({ id }) => id);
  }

  /** All tasks by status, priority and due date. */
  counts(): TaskCount[] {
    return [...this.#counts].map(([key, count]) => {
      const kind = KINDS[key % KINDS.length] ?? { status: "Todo", priority: "Medium" };
      return Object.assign({ due: Math.floor(key / KINDS.length), count }, kind);
    });
  }

  /** Every so many-th id. */
  sample(size: number): string[] {
    const step = Math.max(1, this.#length / size);
    const ids: string[] = [];
    for (let place = 0; place < this.#length; place += step) {
      const slot = this.#order[Math.floor(place)] ?? 0;
      if (this.#kinds[slot] !== GONE) ids.push(this.#ids[slot] ?? "");
    }
    return ids;
  }

  #count(slot: number, change: number): void {
    const key = (this.#dues[slot] ?? 0) * KINDS.length + (this.#kinds[slot] ?? 0);
    const count = (this.#counts.get(key) ?? 0) + change;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }

  /** Whether the task of a slot passes a filter. */
  #test({ status, priority, assignee, team, overdueOn, due }: TaskFilter) {
    const open = overdueOn !== undefined || due !== undefined;
    const wanted = Uint8Array.from([...KINDS, undefined], (kind) => {
      if (!kind || (open && kind.status === "Done")) return 0;
      if (status !== undefined && kind.status !== status) return 0;
      return priority === undefined || kind.priority === priority ? 1 : 0;
    });
    const first = due === undefined ? Number(open) : dayNumber(due);
    const last = Math.min(
      due === undefined ? LAST_DAY : dayNumber(due),
      overdueOn === undefined ? LAST_DAY : dayNumber(overdueOn) - 1,
    );
    const person = assignee === undefined ? ANYBODY : this.#people.find(assignee);
    const group = team === undefined ? ANYBODY : this.#groups.find(team);
    const [kinds, dues, people, groups] = [this.#kinds, this.#dues, this.#assignees, this.#teams];
    return (slot: number): boolean => {
      if (wanted[kinds[slot] ?? GONE] !== 1) return false;
      if (person !== ANYBODY && people[slot] !== person) return false;
      if (group !== ANYBODY && groups[slot] !== group) return false;
      const day = dues[slot] ?? 0;
      return day >= first && day <= last;
    };
  }

  #add(id: string, created: number): number {
    const slot = this.#free.pop() ?? this.#ids.length;
    if (slot >= this.#created.length || this.#length >= this.#order.length) this.#grow();
    this.#ids[slot] = id;
    this.#slots.set(id, slot);
    this.#created[slot] = created;
    const place = this.#placeFor(created, id);
    this.#order.copyWithin(place + 1, place, this.#length);
    this.#order[place] = slot;
    this.#length += 1;
    return slot;
  }

  /** Where it belongs: of those made at the same instant, the last id comes first. */
  #placeFor(created: number, id: string): number {
    const isBefore = (place: number) => {
      const other = this.createdAt(place);
      return other < created || (other === created && this.#idAt(place) > id);
    };
    if (this.#length === 0 || isBefore(this.#length - 1)) return this.#length;
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(middle)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #idAt = (place: number): string => this.#ids[this.#order[place] ?? 0] ?? "";

  #grow(): void {
    const size = 2 * this.#created.length;
    const grown = <T extends Float64Array | Uint8Array | Int32Array>(array: T, larger: T): T => {
      larger.set(array);
      return larger;
    };
    this.#created = grown(this.#created, new Float64Array(size));
    this.#kinds = grown(this.#kinds, new Uint8Array(size));
    this.#dues = grown(this.#dues, new Int32Array(size));
    this.#assignees = grown(this.#assignees, new Int32Array(size));
    this.#teams = grown(this.#teams, new Int32Array(size));
    this.#order = grown(this.#order, new Int32Array(size));
  }

  /** Takes those that are gone out of the order, and frees their slots. */
  #tidy(): void {
    let kept = 0;
    for (let place = 0; place < this.#length; place += 1) {
      const slot = this.#order[place] ?? 0;
      if (this.#kinds[slot] === GONE) this.#free.push(slot);
      else this.#order[kept++] = slot;
    }
    this.#length = kept;
  }
}

/** A part of a list. */
export interface Window {
  offset: number;
  limit: number;
}
