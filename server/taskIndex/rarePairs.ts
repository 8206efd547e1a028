/** A letter or two that more tasks contain are found among the newest ones instead. */
const COMMON = 2_500;
/** What all lists hold together at most (8 bytes each), and how many lists there may be. */
const ENTRIES = 2_000_000;
const LISTS = 50_000;
/** Letters are numbered from 1 on as they turn up; pairs of the first ones are in a table. */
const TABLE = 256;
/** Greater than any of those numbers. */
const RADIX = 2 ** 17;

interface Limits {
  common: number;
  entries: number;
  lists: number;
}

/**
 * Which tasks may contain a letter, or two in a row, that few tasks contain, by their slots. For
 * texts that a database has no index for: one or two letters, or punctuation, on PostgreSQL, and
 * any without pg_trgm. A task that no longer says so stays in its lists, so all have to be asked.
 */
export class RarePairs {
  readonly #numbers = new Uint32Array(65_536);
  #given = 0;
  /** Null for those that are common. */
  readonly #table = Array.from<number[] | null | undefined>({ length: TABLE * TABLE });
  readonly #others = new Map<number, number[] | null>();
  #greatest = -1;
  #lists = 0;
  #entries = 0;
  #limits: Limits;

  constructor(limits: Partial<Limits> = {}) {
    this.#limits = { common: COMMON, entries: ENTRIES, lists: LISTS, ...limits };
  }

  /** Takes in what a task says. */
  add(slot: number, text: string): void {
    const table = this.#table;
    const isNew = slot > this.#greatest;
    if (isNew) this.#greatest = slot;
    let before = 0;
    for (let at = 0; at < text.length; at += 1) {
      const letter = this.#number(text.charCodeAt(at));
      // Nearly all are common: they are known by one look.
      if (letter >= TABLE || table[letter] !== null) this.#note(0, letter, slot, isNew);
      const isCommon = before < TABLE && letter < TABLE && table[before * TABLE + letter] === null;
      if (before > 0 && !isCommon) this.#note(before, letter, slot, isNew);
      before = letter;
    }
  }

  /** All tasks that may contain a text, or undefined when they are many. */
  mayContain(text: string): readonly number[] | undefined {
    let fewest: readonly number[] | undefined;
    let before = 0;
    for (let at = 0; at < text.length; at += 1) {
      const letter = this.#numbers[text.charCodeAt(at)] ?? 0;
      for (const first of before > 0 ? [0, before] : [0]) {
        const list = letter > 0 ? this.#get(first, letter) : undefined;
        // Never seen: unless there was too much to see, no task has it.
        if (list === undefined) return this.#isFull() ? undefined : [];
        if (list && (!fewest || list.length < fewest.length)) fewest = list;
      }
      before = letter;
    }
    return fewest;
  }

  #number(code: number): number {
    const known = this.#numbers[code] ?? 0;
    if (known > 0) return known;
    this.#given += 1;
    this.#numbers[code] = this.#given;
    return this.#given;
  }

  /** Takes in that a task has a letter after another, or just has it: that is after none, 0. */
  #note(first: number, letter: number, slot: number, isNew: boolean): void {
    const list = this.#get(first, letter);
    if (list === null) return;
    if (list === undefined) {
      if (this.#isFull()) return;
      this.#lists += 1;
      this.#set(first, letter, [slot]);
    } else {
      if (isNew ? list.at(-1) === slot : list.includes(slot)) return;
      if (list.length >= this.#limits.common) {
        this.#entries -= list.length;
        this.#set(first, letter, null);
        return;
      }
      list.push(slot);
    }
    this.#entries += 1;
    if (this.#entries > this.#limits.entries) this.#shrink();
  }

  /** Counts as common what is in half as many tasks. */
  #shrink(): void {
    const common = Math.floor(this.#limits.common / 2);
    this.#limits = { ...this.#limits, common };
    const shrunk = (list: number[] | null | undefined) => {
      if (!list || list.length <= common) return list;
      this.#entries -= list.length;
      return null;
    };
    for (const [key, list] of this.#table.entries()) this.#table[key] = shrunk(list);
    for (const [key, list] of this.#others) this.#others.set(key, shrunk(list) ?? null);
  }

  #isFull = (): boolean => this.#lists >= this.#limits.lists;

  #get(first: number, letter: number): number[] | null | undefined {
    if (first < TABLE && letter < TABLE) return this.#table[first * TABLE + letter];
    return this.#others.get(first * RADIX + letter);
  }

  #set(first: number, letter: number, list: number[] | null): void {
    if (first < TABLE && letter < TABLE) this.#table[first * TABLE + letter] = list;
    else this.#others.set(first * RADIX + letter, list);
  }
}
