import { expect } from "@jest/globals";
import type { FieldChange } from "#contract/shapes/taskHistory.ts";
import type { ChangeRow } from "#server/db/schema/changes.ts";
import type { World } from "./world.ts";

/** The recorded values of a task, by field: an assignee is a name. */
export type State = Partial<Record<FieldChange["field"], string | null>>;

/** Matches changes of these kinds. */
export const isOneOf = (...kinds: ChangeRow["kind"][]) => {
  const all = new Set(kinds);
  return ({ kind }: ChangeRow) => all.has(kind);
};
/** The fields that a change has changed. */
export const fieldsOf = ({ fields }: ChangeRow) => JSON.parse(fields) as FieldChange[];
/** Whether an import made the change, of which nobody is notified. */
export const isImported = ({ part_of }: ChangeRow) => part_of?.startsWith("import ") ?? false;
/** The lines in an order that two lists share. */
export const sorted = (lines: readonly string[]) => lines.toSorted();

const namesIn = (labels: string | null) => labels?.split("; ") ?? [];

/** What the record says of each task after each of its changes. */
export class Replay {
  readonly states = new Map<string, State>();
  readonly creators = new Map<string, string>();
  readonly deleted = new Set<string>();
  readonly comments = new Map<string, number>();
  readonly files = new Map<string, number>();
  readonly gone = new Set<string>();
  readonly active: Set<string>;
  readonly #world: World;
  readonly #names: ReadonlyMap<string, string>;

  constructor(world: World) {
    this.#world = world;
    this.#names = new Map(Object.entries(world.users).map(([name, { user }]) => [user.id, name]));
    this.active = new Set(this.#names.keys());
  }

  nameOf(id: string | null): string | null {
    return id === null ? null : (this.#names.get(id) ?? null);
  }

  /** Applies a change. Fails if a field did not have the value from which it is said to have changed. */
  apply(change: ChangeRow): void {
    const { kind, subject_id: id, subject_name, actor_id } = change;
    const count = this.comments.get(id) ?? 0;
    if (kind === "task.created") {
      expect(this.states.has(id)).toBe(false);
      const assignee = this.nameOf(this.#world.assignees.get(id) ?? null);
      this.states.set(id, {
        title: subject_name,
        status: "Todo",
        priority: "Low",
        assignee,
        labels: null,
      });
      this.creators.set(id, actor_id);
    }
    for (const { field, from, to, added, removed } of fieldsOf(change)) {
      if (field === "labels") {
        const kept = namesIn(from).filter((name) => !removed?.includes(name));
        expect(namesIn(to)).toEqual([...kept, ...(added ?? [])].sort());
      }
      const state = this.states.get(id);
      if (field !== "description") expect([id, field, state?.[field]]).toEqual([id, field, from]);
      this.states.set(id, { ...state, [field]: to });
    }
    if (kind === "comment.created") this.comments.set(id, count + 1);
    if (kind === "comment.deleted") this.comments.set(id, count - 1);
    const files = this.files.get(id) ?? 0;
    if (kind === "file.added" || kind === "file.restored") this.files.set(id, files + 1);
    if (kind === "file.deleted") this.files.set(id, files - 1);
    if (kind === "task.deleted") this.deleted.add(id);
    if (kind === "user.deleted") this.gone.add(subject_name);
    if (kind === "user.activated") this.active.add(id);
    if (kind === "user.deactivated") this.active.delete(id);
    if (kind === "task.restored") {
      this.deleted.delete(id);
      const state = this.states.get(id);
      if (this.gone.has(state?.assignee ?? "")) this.states.set(id, { ...state, assignee: null });
    }
  }
}
