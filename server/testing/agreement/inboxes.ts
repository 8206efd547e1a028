import { expect } from "@jest/globals";
import type { ChangeRow } from "#server/db/schema/changes.ts";
import { fieldsOf, isImported, type Replay, sorted } from "./replay.ts";
import type { World } from "./world.ts";
/** The inbox items that changes must have made, and the number of tasks that were handed over to each user. */
export class ExpectedItems {
  /** The kind and time of each item, by its user and its comment, or its task and time. */
  readonly items = new Map<string, string>();
  readonly handedOver = new Map<string, number>();
  /** The numbers of the changes that made an item, and whose it is. */
  readonly notified: { number: number; id: string }[] = [];
  readonly #texts = new Map<string, string>();
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** Adds the items of a change that has just been applied. */
  add(change: ChangeRow, replay: Replay): void {
    const { kind, subject_id: task, at, actor_id, number } = change;
    const { assignee = null } = replay.states.get(task) ?? {};
    const notify = (id: string | undefined, item: string, key: string) => {
      if (id === undefined || id === actor_id || !replay.active.has(id)) return;
      this.items.set(`${id} ${key}`, `${item} ${at}`);
      this.notified.push({ number, id });
    };
    const to = fieldsOf(change).find(({ field }) => field === "assignee")?.to ?? null;
    if (this.#world.undoTimes.has(at)) return;
    if (to !== null && this.#world.bulkTimes.has(at)) {
      const id = this.#idOf(to) ?? "";
      if (id !== actor_id) this.handedOver.set(id, (this.handedOver.get(id) ?? 0) + 1);
    } else if (to !== null) notify(this.#idOf(to), "assigned", `${task} ${at}`);
    if (kind === "task.created" && !isImported(change))
      notify(this.#idOf(assignee), "assigned", `${task} ${at}`);
    if (kind !== "comment.created" && kind !== "comment.changed") return;
    const { id: comment = "", text = "" } = this.#world.said.get(at) ?? {};
    const isMention = text.includes("@Max") && !this.#texts.get(comment)?.includes("@Max");
    this.#texts.set(comment, text);
    const involved =
      kind === "comment.created" ? [this.#idOf(assignee), replay.creators.get(task)] : [];
    for (const id of involved) notify(id, "commented", comment);
    if (isMention) notify(this.#idOf("Max"), "mentioned", comment);
  }

  #idOf(name: string | null): string | undefined {
    const { users } = this.#world;
    return Object.entries(users).find(([key]) => key === name)?.[1].user.id;
  }
}

/** Compares the items of all inboxes with what the changes must have made. */
export async function checkInboxes(
  { server: { db } }: World,
  expected: ExpectedItems,
  replay: Replay,
) {
  const isPresent = (id: string) => !replay.gone.has(replay.nameOf(id) ?? "");
  const items = await db.selectFrom("notifications").selectAll().execute();
  const single = items.filter(({ handed_over }) => handed_over === null);
  const stored = single.map(({ user_id, kind, task_id, comment_id, created_at }) => {
    const key = comment_id ?? `${task_id} ${created_at}`;
    return `${user_id} ${key} ${kind} ${created_at}`;
  });
  const lines = Array.from(expected.items, ([key, item]) => `${key} ${item}`);
  expect(sorted(stored)).toEqual(sorted(lines.filter((line) => isPresent(line.slice(0, 36)))));
  const sums = new Map<string, number>();
  for (const { user_id: id, handed_over } of items) {
    if (handed_over !== null) sums.set(id, (sums.get(id) ?? 0) + handed_over);
  }
  expect(sums).toEqual(new Map([...expected.handedOver].filter(([id]) => isPresent(id))));
}
