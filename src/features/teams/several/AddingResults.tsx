import { useDispatch } from "react-redux";
import type { User } from "#contract/user.ts";
import { BulkOutcome } from "#features/bulk/BulkOutcome.tsx";
import type { BulkWords } from "#features/bulk/bulkWords.ts";
import { JobProgress } from "#features/jobs/JobProgress.tsx";
import { countOf } from "#lib/formatCount.ts";
import { Badge } from "#ui/Badge.tsx";
import classes from "./AddSeveral.module.css";
import { type TeamBulkAction, teamBulk, type WithTeamBulk } from "./teamBulk.ts";

const NOBODY: readonly User[] = [];

const WORDS: BulkWords<TeamBulkAction> = {
  bar: "Added people",
  progress: ({ isMember }, count) =>
    `${isMember ? "Adding" : "Removing"} ${countOf(count, "member")}`,
  undo: (_action, count) => `Undo adding of ${count}`,
  undone: (action) => ({ ...action, isMember: !action.isMember }),
};

/** The progress of adding people, and the result for each. */
export function AddingResults({
  run,
  users = NOBODY,
}: {
  run: WithTeamBulk["teamBulk"];
  users: readonly User[] | undefined;
}) {
  const dispatch = useDispatch();
  const { action, items, done, failed, phase } = run;
  if (!action) return null;
  const byId = new Map(users.map((user) => [user.id, user]));
  const doneIds = new Set(done.map(({ id }) => id));
  const reasons = new Map(failed.map(({ id, reason }) => [id, reason]));
  return (
    <div className={classes.stack}>
      <div className={classes.head}>
        {phase === "finished" ? (
          <>
            <output>
              {countOf(done.length, "member")} {action.isMember ? "added" : "removed"}
              {failed.length > 0 && `, ${failed.length} failed`}
            </output>
            <BulkOutcome
              bulk={teamBulk}
              // A removal offers no undo: the user chooses the people again.
              run={action.isMember ? run : { ...run, done: [] }}
              action={action}
              words={WORDS}
            />
          </>
        ) : (
          <JobProgress
            label={WORDS.progress(action, items.length)}
            reached={done.length + failed.length}
            total={items.length}
            stop="Cancel"
            isStopping={phase === "stopping"}
            onStop={() => dispatch(teamBulk.actions.bulkStopRequested())}
          />
        )}
      </div>
      <ul className={classes.results}>
        {items.map(({ id }) => (
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
