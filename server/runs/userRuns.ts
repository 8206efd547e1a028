import { userRunRule } from "#contract/rules/run.ts";
import { isUndoable, RUN_UNDO_DAYS } from "#contract/run.ts";
import { validated } from "#server/http/validation.ts";
import { CHANGED_SINCE, handleEach } from "./runItems.ts";
import type { RunKind } from "./runKind.ts";
import { insertPlanned, planRun, requireConfirmation, type UserRunDetails } from "./userPlan.ts";
import { changedSince, revertItem } from "./userRevert.ts";
import { changeItem } from "./userRunStep.ts";

const STEP_USERS = 25;
/** Deletions take longer. */
const STEP_DELETIONS = 20;

/** Bulk actions on users, which are for admins. */
export const USER_RUNS: RunKind<UserRunDetails> = {
  name: "user",
  noun: "User",
  isShared: true,
  columns: [
    ["User", "name"],
    ["Email", "email"],
  ],
  read(body) {
    const request = validated(userRunRule, body);
    return async (db, { id }) => {
      const plan = await planRun(db, request, id);
      requireConfirmation(request, plan);
      const { details } = plan;
      return { details, insertItems: (trx, runId) => insertPlanned(trx, runId, plan) };
    };
  },
  needsAdmin: () => true,
  undoDays: ({ action }) => (isUndoable(action) ? RUN_UNDO_DAYS : 0),
  stepSize({ action, hand_over_to }, isUndo) {
    if (isUndo) return STEP_USERS;
    // With all their tasks.
    if (hand_over_to) return 1;
    return action === "delete" ? STEP_DELETIONS : STEP_USERS;
  },
  change: async (trx, run, items, context) =>
    await handleEach(items, (item) => changeItem(trx, run, item, context)),
  async revert(trx, run, items, context) {
    const later = await changedSince(trx, run, items);
    return await handleEach(items, async (item) =>
      later.has(item.item_id) ? CHANGED_SINCE : await revertItem(trx, run, item, context),
    );
  },
  // These actions may end sessions.
  eventsOf: ({ action, team }, ids) =>
    team || action === "role" ? [] : ids.map((id) => ({ type: "session", id })),
  entryOf({ id, action, role, team, hand_over_to }) {
    const to = role ?? hand_over_to?.name;
    return {
      subject: { kind: "user", id, name: "" },
      details: { run: action, ...(to && { to }), ...(team && { team }) },
    };
  },
  presentItems: async (_db, _run, items) =>
    items.map(({ item_id: id, name, email }) => ({ user: { id, name, email } })),
};
