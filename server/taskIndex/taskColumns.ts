import { holds, type Marks } from "./marks.ts";
import { filterOn, isEmpty, type TaskFilter } from "./taskFilter.ts";
import { dayNumber, GONE } from "./taskKinds.ts";
import { TaskTable } from "./taskTable.ts";

/** A part of a list. */
export interface Window {
  offset: number;
  limit: number;
}

/** What is asked of a million tasks is answered by looking at each, in some milliseconds. */
export class TaskColumns extends TaskTable {
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
    const { order, length } = this;
    const ids: string[] = [];
    if (!marks && from === 0 && length === this.size && isEmpty(filter)) {
      for (let place = length - 1 - offset; place >= 0 && ids.length < limit; place -= 1) {
        ids.push(this.idAt(place));
      }
      return { ids, total: this.size };
    }
    const passes = filterOn(this, filter);
    let total = 0;
    for (let place = length - 1; place >= from; place -= 1) {
      const slot = order[place] ?? 0;
      if ((marks && !holds(marks, slot)) || !passes(slot)) continue;
      if (total >= offset && ids.length < limit) ids.push(this.ids[slot] ?? "");
      total += 1;
    }
    return { ids, total };
  }

  /** The newest tasks that pass, at most so many. */
  newest(filter: TaskFilter, most: number): string[] {
    const { order } = this;
    const passes = filterOn(this, filter);
    const ids: string[] = [];
    for (let place = this.length - 1; place >= 0 && ids.length < most; place -= 1) {
      const slot = order[place] ?? 0;
      if (passes(slot)) ids.push(this.ids[slot] ?? "");
    }
    return ids;
  }

  /** Like {@link find}, for those that are among some tasks. */
  among(some: Iterable<string>, filter: TaskFilter, { offset, limit }: Window) {
    const { created, ids } = this;
    const passes = filterOn(this, filter);
    const slots: number[] = [];
    for (const id of some) {
      const slot = this.slotOf(id);
      if (slot !== undefined && passes(slot)) slots.push(slot);
    }
    const idOf = (slot: number) => ids[slot] ?? "";
    // Numbers are sorted in no time, so that of thousands only the page has to be.
    const times = Float64Array.from(slots, (slot) => created[slot] ?? 0).sort();
    const least = times.at(-(offset + limit)) ?? Number.NEGATIVE_INFINITY;
    const newest = slots.filter((slot) => (created[slot] ?? 0) >= least);
    newest.sort(
      (one, other) =>
        (created[other] ?? 0) - (created[one] ?? 0) || (idOf(one) < idOf(other) ? -1 : 1),
    );
    return { ids: newest.slice(offset, offset + limit).map(idOf), total: slots.length };
  }

  /** The tasks that are overdue, the longest overdue first. */
  overdue(today: string, limit: number): string[] {
    const { dues } = this;
    const slots = this.ids.length;
    const until = dayNumber(today);
    const passes = filterOn(this, { overdueOn: today });
    const days = this.counts()
      .filter(({ status, due }) => status !== "Done" && due > 0 && due < until)
      .sort((one, other) => one.due - other.due);
    let enough = 0;
    const last = days.find(({ count }) => (enough += count) >= limit)?.due ?? until - 1;
    const found: { id: string; due: number }[] = [];
    for (let slot = 0; slot < slots; slot += 1) {
      const due = dues[slot] ?? 0;
      // From 1 to `last`, as one comparison: those of half of all tasks can't be foreseen.
      if ((due - 1) >>> 0 >= last || !passes(slot)) continue;
      found.push({ id: this.ids[slot] ?? "", due });
    }
    return found
      .sort((one, other) => one.due - other.due || (one.id < other.id ? -1 : 1))
      .slice(0, limit)
      .map(({ id }) => id);
  }

  /** Every so many-th id. */
  sample(size: number): string[] {
    const step = Math.max(1, this.length / size);
    const ids: string[] = [];
    for (let place = 0; place < this.length; place += step) {
      const slot = this.order[Math.floor(place)] ?? 0;
      if (this.kinds[slot] !== GONE) ids.push(this.ids[slot] ?? "");
    }
    return ids;
  }
}
