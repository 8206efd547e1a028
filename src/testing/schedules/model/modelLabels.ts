import { groupKey } from "#contract/label.ts";
import { changedSet, type SetChange } from "#contract/taskFields.ts";
import type { Member } from "#features/changes/queue/change.ts";

/** The labels by id. Of the group *Client* a task has at most one. */
export const LABEL_NAMES = { bug: "Bug", acme: "Client: Acme", beta: "Client: Beta" } as const;
export type LabelId = keyof typeof LABEL_NAMES;
export const LABELS = Object.keys(LABEL_NAMES) as LabelId[];

/** The labels as fields of a task. */
export const MEMBERS = LABELS.map((id): Member => `labels/${id}`);

const groupOf = (id: string): string | null => groupKey(LABEL_NAMES[id as LabelId]);

/** The other labels of the group. */
export const othersOfGroup = (id: LabelId): LabelId[] =>
  LABELS.filter((one) => one !== id && groupOf(id) !== null && groupOf(one) === groupOf(id));

/** The labels of the model server: which were deleted, and which were merged into others. */
export class ModelLabels {
  /** The label as which tasks show each one. */
  private readonly roots = new Map<string, string | null>(LABELS.map((id) => [id, id]));

  rootOf(id: string): string | null {
    return this.roots.get(id) ?? null;
  }

  /** Whether labels would have two of a group once one of them is merged into another one. */
  isTwoWith(labels: readonly string[], merged: string, into: string | null): boolean {
    const root = into === null ? null : this.rootOf(into);
    const group = root === null ? null : groupOf(root);
    if (group === null) return false;
    return labels.some((one) => one !== merged && one !== root && groupOf(one) === group);
  }

  /** A label is deleted, or merged into another one. Returns whether it was there. */
  end(id: string, into: string | null): boolean {
    const root = into === null ? null : this.rootOf(into);
    if (this.rootOf(id) !== id || (into !== null && root === null) || root === id) return false;
    for (const [one, shown] of this.roots) if (shown === id) this.roots.set(one, root);
    return true;
  }

  /**
   * The labels of a task after a change, and for each that the change doesn't name, the one that it names
   * instead. Null if a label was deleted.
   */
  changed(current: readonly string[], { add, remove }: SetChange) {
    const causes = new Map<string, string>();
    const shown = (id: string): string | null => {
      const root = this.rootOf(id);
      if (root !== null && root !== id) causes.set(root, id);
      return root;
    };
    const added = add.map(shown);
    if (added.includes(null)) return null;
    const kept = changedSet(current, { add: [], remove: remove.flatMap((id) => shown(id) ?? []) });
    let labels = kept;
    for (const id of added as string[]) {
      if (current.includes(id)) continue;
      const group = groupOf(id);
      const replaced = labels.filter((one) => group !== null && groupOf(one) === group);
      for (const one of replaced) causes.set(one, causes.get(id) ?? id);
      labels = changedSet(labels, { add: [id], remove: replaced });
    }
    return { labels, causes };
  }
}
