import type { User } from "#contract/shapes/user.ts";
import type { useBulk } from "#features/bulk/useBulk.tsx";
import { Badge } from "#ui/badges/Badge.tsx";
import classes from "./AddSeveral.module.css";
import { type TeamBulkAction, teamBulkFeature, type WithTeamBulk } from "./teamBulk.ts";

const NOBODY: readonly User[] = [];

/** The progress of adding people, and the result for each. */
export function AddingResults({
  bulk: { run, progress, result },
  users = NOBODY,
}: {
  bulk: Pick<
    ReturnType<typeof useBulk<WithTeamBulk, TeamBulkAction>>,
    "run" | "progress" | "result"
  >;
  users: readonly User[] | undefined;
}) {
  const { action, ids, done, failed, phase } = run;
  if (!action) return null;
  const byId = new Map(users.map((user) => [user.id, user]));
  const doneIds = new Set(done);
  const reasons = new Map(failed.map(({ id, reason }) => [id, reason]));
  return (
    <div className={classes.stack}>
      <div className={classes.head}>
        {progress}
        {result && (
          <>
            <output>
              {`${teamBulkFeature.words.done(action, done.length)}${failed.length > 0 ? `, ${failed.length} failed` : ""}`}
            </output>
            {result}
          </>
        )}
      </div>
      <ul className={classes.results}>
        {ids.map((id) => (
          <li key={id}>
            <Person user={byId.get(id)} />
            <AddedResult
              isDone={doneIds.has(id)}
              reason={reasons.get(id)}
              isOver={phase === "finished"}
              isMember={action.isMember}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A person's name and address, on two lines. */
export function Person({ user }: { user: User | undefined }) {
  return (
    <span className={classes.person}>
      <bdi>
        {user?.name ?? "A user"}
        {user?.is_active === false && " – inactive"}
      </bdi>
      <bdi className={classes.email}>{user?.email}</bdi>
    </span>
  );
}

function AddedResult({
  isDone,
  reason,
  isOver,
  isMember,
}: {
  isDone: boolean;
  reason: string | undefined;
  isOver: boolean;
  isMember: boolean;
}) {
  if (isDone) return <Badge tone="green">{isMember ? "Added" : "Removed"}</Badge>;
  if (reason !== undefined) return <Badge tone="red">{reason}</Badge>;
  return <Badge tone="grey">{isOver ? "Not reached" : "Waiting"}</Badge>;
}
