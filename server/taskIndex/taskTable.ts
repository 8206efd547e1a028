import { Names } from "./names.ts";
import { dayNumber, GONE, type IndexedTask, kindOf, KINDS, type TaskCount } from "./taskKinds.ts";

const ASCII = /^[\x20-\x7e]*$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * All tasks of a database in columns of numbers. A task keeps its slot for life; `order` holds the
 * slots from the oldest to the newest, in the order of the list. Only this class writes to them.
 */
export class TaskTable {
  readonly ids: string[] = [];
  readonly people = new Names();
  readonly groups = new Names();
  kinds = new Uint8Array(1024);
  dues = new Int32Array(1024);
  assignees = new Int32Array(1024);
  teams = new Int32Array(1024);
  /** When they were made, as milliseconds. */
  created = new Float64Array(1024);
  order = new Int32Array(1024);
  readonly #slots = new Map<string, number>();
  /** Entries of the order, also of tasks that are gone. */
  #length = 0;
  /** Slots that are free, and no longer in the order. */
  readonly #free: number[] = [];
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
    return this.created[this.order[place] ?? 0] ?? Number.NaN;
  }

  idAt = (place: number): string => this.ids[this.order[place] ?? 0] ?? "";

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
    if (slot !== undefined && this.created[slot] !== created) {
      this.remove(task.id);
      slot = undefined;
    }
    if (slot === undefined) slot = this.#add(task.id, created);
    else this.#count(slot, -1);
    this.kinds[slot] = kind;
    this.dues[slot] = dayNumber(task.due_date);
    this.assignees[slot] = this.people.give(task.assignee_id);
    this.teams[slot] = this.groups.give(task.team_id);
    this.#count(slot, 1);
    return true;
  }

  remove(id: string): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    this.#count(slot, -1);
    this.#slots.delete(id);
    this.kinds[slot] = GONE;
    if (this.#length > 2 * this.size + 1_000) this.#tidy();
  }

  /** The first place whose task was made at that instant or later. */
  placeOf = (created: number): number =>
    this.#firstPlace((place) => this.createdAt(place) >= created);

  /** All tasks by status, priority and due date. */
  counts(): TaskCount[] {
    return [...this.#counts].map(([key, count]) => {
      const kind = KINDS[key % KINDS.length] ?? { status: "Todo", priority: "Medium" };
      return Object.assign({ due: Math.floor(key / KINDS.length), count }, kind);
    });
  }

  #count(slot: number, change: number): void {
    const key = (this.dues[slot] ?? 0) * KINDS.length + (this.kinds[slot] ?? 0);
    const count = (this.#counts.get(key) ?? 0) + change;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }

  #add(id: string, created: number): number {
    const slot = this.#free.pop() ?? this.ids.length;
    if (slot >= this.created.length || this.#length >= this.order.length) this.#grow();
    this.ids[slot] = id;
    this.#slots.set(id, slot);
    this.created[slot] = created;
    const place = this.#placeFor(created, id);
    this.order.copyWithin(place + 1, place, this.#length);
    this.order[place] = slot;
    this.#length += 1;
    return slot;
  }

  /** Where it belongs: of those made at the same instant, the last id comes first. */
  #placeFor(created: number, id: string): number {
    const isAfter = (place: number) => {
      const other = this.createdAt(place);
      return other > created || (other === created && this.idAt(place) <= id);
    };
    if (this.#length === 0 || !isAfter(this.#length - 1)) return this.#length;
    return this.#firstPlace(isAfter);
  }

  /** The first place of which something is true that is true of all places from there on. */
  #firstPlace(isTrue: (place: number) => boolean): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isTrue(middle)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #grow(): void {
    const size = 2 * this.created.length;
    const grown = <T extends Float64Array | Uint8Array | Int32Array>(array: T, larger: T): T => {
      larger.set(array);
      return larger;
    };
    this.created = grown(this.created, new Float64Array(size));
    this.kinds = grown(this.kinds, new Uint8Array(size));
    this.dues = grown(this.dues, new Int32Array(size));
    this.assignees = grown(this.assignees, new Int32Array(size));
    this.teams = grown(this.teams, new Int32Array(size));
    this.order = grown(this.order, new Int32Array(size));
  }

  /** Takes those that are gone out of the order, and frees their slots. */
  #tidy(): void {
    let kept = 0;
    for (let place = 0; place < this.#length; place += 1) {
      const slot = this.order[place] ?? 0;
      if (this.kinds[slot] === GONE) this.#free.push(slot);
      else this.order[kept++] = slot;
    }
    this.#length = kept;
  }
}
