import { RUN_UNDO_DAYS } from "#contract/run.ts";
import type { UserRunCheck } from "#contract/shapes/run.ts";
import { ROLE_LABELS } from "#contract/user.ts";
import classes from "#features/runs/Runs.module.css";
import { countOf, formatCount } from "#lib/text/formatCount.ts";
import type { RunDraft } from "./userRunsApi.ts";

/** The sentence on the users that a run will change. */
function changingText({ action, role }: RunDraft, count: number): string {
  const users = countOf(count, "user");
  const willBe = `${users} will be`;
  switch (action) {
    case "activate":
      return `${willBe} activated.`;
    case "deactivate":
      return `${willBe} deactivated, and signed out everywhere.`;
    case "role":
      return `${users} will get the role ${role ? ROLE_LABELS[role] : ""}.`;
    case "add_to_team":
      return `${willBe} added.`;
    case "remove_from_team":
      return `${willBe} removed.`;
    case "end_sessions":
      return `${willBe} signed out everywhere.`;
    case "delete":
      return `${willBe} deleted.`;
  }
}

/** Why users need no change. */
const ALREADY: Readonly<Record<RunDraft["action"], string>> = {
  activate: "active already",
  deactivate: "inactive already",
  role: "in this role already",
  add_to_team: "in the team already",
  remove_from_team: "not in the team",
  end_sessions: "not signed in",
  delete: "deleted already",
};

/** What happens to the open tasks of these users. */
function tasksText(
  { action, hand_over_to }: RunDraft,
  { count, atLeast }: UserRunCheck["open_tasks"],
) {
  const tasks = `They have ${formatCount(count)}${atLeast ? "+" : ""} open ${count === 1 ? "task" : "tasks"}`;
  if (hand_over_to) return `${tasks}, which will be handed over.`;
  return `${tasks}, which ${action === "delete" ? "will become unassigned" : "stay theirs"}.`;
}

/** What a run will do, and whom it leaves out and why. */
export function CheckSummary({ check, draft }: { check: UserRunCheck; draft: RunDraft }) {
  const { changing, unchanged, missing, left_out, left_out_users, open_tasks, can_undo } = check;
  const unnamed = left_out - left_out_users.length;
  return (
    <ul className={classes.summary}>
      <li className={classes.main}>{changingText(draft, changing)}</li>
      {unchanged > 0 && (
        <li>
          {countOf(unchanged, "user")} {unchanged === 1 ? "is" : "are"} {ALREADY[draft.action]}.
        </li>
      )}
      {left_out > 0 && (
        <li>
          Left out:{" "}
          {left_out_users.map(({ name, reason }) => `${name} (${reason.toLowerCase()})`).join(", ")}
          {unnamed > 0 && <span>{` and ${formatCount(unnamed)} more`}</span>}.
        </li>
      )}
      {missing > 0 && (
        <li>
          {countOf(missing, "user")} {missing === 1 ? "exists" : "exist"} no longer.
        </li>
      )}
      {open_tasks.count > 0 && <li>{tasksText(draft, open_tasks)}</li>}
      {draft.action === "delete" && changing > 0 && <li>Their comments stay, with their names.</li>}
      {changing > 0 && (
        <li>
          {can_undo
            ? `You can undo this for ${RUN_UNDO_DAYS} days${draft.hand_over_to ? ", with the tasks that nobody changes until then" : ""}.`
            : "This action cannot be undone."}
        </li>
      )}
    </ul>
  );
}
