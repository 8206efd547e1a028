/*
 * A discrete-event simulation: nothing happens between events, so the clock jumps from one to the
 * next. Times are µs.
 */

type Action = () => void;

/** Does things in the order of their times, and those of one time in the order they were asked for. */
export class Clock {
  now = 0;
  readonly #times: number[] = [];
  readonly #actions: Action[] = [];
  readonly #turns: number[] = [];
  #turn = 0;

  after(delay: number, action: Action): void {
    let at = this.#times.length;
    const time = this.now + delay;
    const turn = this.#turn++;
    // A binary heap: a parent is never later than its children.
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(time, turn, parent)) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#put(at, time, turn, action);
  }

  /** Until it is told to stop, or nothing is left to happen. */
  run(goOn: () => boolean): void {
    while (this.#times.length > 0 && goOn()) this.#step();
  }

  #step(): void {
    this.now = this.#times[0] ?? this.now;
    const action = this.#actions[0];
    const time = this.#times.pop() ?? 0;
    const turn = this.#turns.pop() ?? 0;
    const last = this.#actions.pop();
    const size = this.#times.length;
    if (size > 0 && last) {
      let at = 0;
      for (let child = 1; child < size; child = 2 * at + 1) {
        const right = child + 1;
        if (right < size && this.#isBefore(this.#times[right] ?? 0, this.#turns[right] ?? 0, child))
          child = right;
        if (this.#isBefore(time, turn, child)) break;
        this.#move(child, at);
        at = child;
      }
      this.#put(at, time, turn, last);
    }
    action?.();
  }

  #isBefore(time: number, turn: number, at: number): boolean {
    const other = this.#times[at] ?? 0;
    return time < other || (time === other && turn < (this.#turns[at] ?? 0));
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#times[from] ?? 0, this.#turns[from] ?? 0, this.#actions[from] as Action);
  }

  #put(at: number, time: number, turn: number, action: Action): void {
    this.#times[at] = time;
    this.#turns[at] = turn;
    this.#actions[at] = action;
  }
}

/** A queue that is taken from at its front. */
class Queue<Item> {
  #items: Item[] = [];
  #front = 0;

  get size(): number {
    return this.#items.length - this.#front;
  }

  push(item: Item): void {
    this.#items.push(item);
  }

  shift(): Item | undefined {
    const item = this.#items[this.#front++];
    if (this.#front > 1_000 && this.#front * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#front);
      this.#front = 0;
    }
    return item;
  }
}

/** So many places; who finds none free waits for one, first come, first served. */
export class Places {
  readonly #waiting = new Queue<Action>();
  #free: number;

  constructor(places: number) {
    this.#free = places;
  }

  enter(then: Action): void {
    if (this.#free === 0) return this.#waiting.push(then);
    this.#free -= 1;
    then();
  }

  leave(): void {
    const next = this.#waiting.size > 0 ? this.#waiting.shift() : undefined;
    if (next) next();
    else this.#free += 1;
  }
}

/** Processors that share one queue. */
export class Station {
  readonly name: string;
  readonly #clock: Clock;
  readonly #places: Places;
  readonly #servers: number;
  #busy = 0;
  #since = 0;

  constructor(clock: Clock, name: string, servers: number) {
    this.#clock = clock;
    this.name = name;
    this.#servers = servers;
    this.#places = new Places(servers);
  }

  /** Works for so long as soon as a processor is free. */
  serve(time: number, then: Action): void {
    this.#places.enter(() => {
      this.#busy += time;
      this.#clock.after(time, () => {
        this.#places.leave();
        then();
      });
    });
  }

  /** Forgets what it has done so far. */
  reset(): void {
    this.#busy = 0;
    this.#since = this.#clock.now;
  }

  /** The share of its time that it works. */
  get utilisation(): number {
    return this.#busy / this.#servers / Math.max(1, this.#clock.now - this.#since);
  }
}

/** Counts times in steps of 2 %, so that any number of them takes little room. */
export class Histogram {
  readonly #counts = new Float64Array(1_024);
  count = 0;
  sum = 0;

  add(time: number): void {
    const step = Math.floor(Math.log(Math.max(1, time)) / Math.log(1.02));
    this.#counts[Math.min(step, this.#counts.length - 1)]! += 1;
    this.count += 1;
    this.sum += time;
  }

  get mean(): number {
    return this.sum / this.count;
  }

  /** The time that a share of all doesn't exceed. */
  quantile(share: number): number {
    let left = this.count * share;
    for (const [step, count] of this.#counts.entries()) {
      left -= count;
      if (left < 0) return 1.02 ** (step + 0.5);
    }
    return Number.NaN;
  }
}
