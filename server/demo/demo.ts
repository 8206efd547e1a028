import { DAY_MS } from "#contract/time.ts";
import type { Role } from "#contract/user.ts";
import { hashPassword, randomPassword } from "#server/accounts/passwords.ts";
import { transaction } from "#server/db/transaction.ts";
import type { Deps } from "#server/deps.ts";
import { checklistRows } from "#server/tasks/checklists.ts";
import { demoAudit } from "./audit.ts";
import { demoNotifications } from "./inbox.ts";
import { demoLabels } from "./labels.ts";
import { PEOPLE } from "./people.ts";
import {
  demoMembers,
  demoTasks,
  demoTeams,
  demoUsers,
  demoView,
  labelId,
  toInstant,
} from "./rows.ts";
import { demoTaskChanges } from "./taskChanges.ts";

/** The labels are older than the tasks. */
const LABELS_AGE_MS = 60 * DAY_MS;

/** A sign-in of the demo. */
export interface DemoAccount {
  role: Role;
  email: string;
  password: string;
}

/**
 * Fills an empty database with a small company's users, teams, tasks, labels, comments and a saved view, dated relative to
 * now, in one transaction. Returns the sign-ins of an admin and a member.
 *
 * @param onProgress gets a line before each step
 * @param wanted the password of all users; random if null
 */
export async function fillDemo(
  { db, now }: Pick<Deps, "db" | "now">,
  onProgress: (text: string) => void,
  wanted: string | null = null,
): Promise<DemoAccount[]> {
  const time = now();
  const password = wanted ?? randomPassword();
  onProgress("Demo data: hashing the demo password …");
  const users = demoUsers(time, await hashPassword(password));
  const teams = demoTeams(time);
  const { tasks, taskLabels, comments } = demoTasks(time);
  const labels = demoLabels(labelId, toInstant(time.getTime() - LABELS_AGE_MS));
  await transaction(db, async (trx) => {
    onProgress(`Demo data: writing ${users.length} users and ${teams.length} teams …`);
    await trx.insertInto("users").values(users).execute();
    await trx.insertInto("teams").values(teams).execute();
    await trx.insertInto("team_members").values(demoMembers(time)).execute();
    onProgress(`Demo data: writing ${tasks.length} tasks and ${comments.length} comments …`);
    await trx.insertInto("tasks").values(tasks).execute();
    await trx.insertInto("task_checklists").values(checklistRows(tasks)).execute();
    await trx.insertInto("labels").values(labels).execute();
    await trx.insertInto("task_labels").values(taskLabels).execute();
    await trx.insertInto("comments").values(comments).execute();
    await trx.insertInto("views").values(demoView(time)).execute();
    const changes = [...demoAudit(time), ...demoTaskChanges(time, { tasks, comments })];
    changes.sort((one, other) => one.at.localeCompare(other.at));
    await trx.insertInto("changes").values(changes).execute();
    const notifications = demoNotifications(time, { tasks, comments });
    await trx.insertInto("notifications").values(notifications).execute();
  });
  return [PEOPLE.maya, PEOPLE.tom].map(({ role, email }) => ({ role, email, password }));
}
