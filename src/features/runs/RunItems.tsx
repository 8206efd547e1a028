import { Download } from "lucide-react";
import { useRef, useState } from "react";
import { isNotOffered } from "#api/errors.ts";
import { RUN_RESULTS, type RunResult } from "#contract/run.ts";
import { isUnderWay } from "#features/jobs/jobState.ts";
import { formatCount } from "#lib/text/formatCount.ts";
import { LoadFailure } from "#sync/connection/LoadState.tsx";
import { Button } from "#ui/button/Button.tsx";
import { Spinner } from "#ui/button/Spinner.tsx";
import { FilterSelect } from "#ui/filters/FilterSelect.tsx";
import { OlderItems } from "#ui/lists/OlderItems.tsx";
import { type ItemAction, RESULTS, RunItem } from "./RunItem.tsx";
import classes from "./RunItems.module.css";
import { RunProgress } from "./RunProgress.tsx";
import {
  canUndo,
  type RunItem as Item,
  type Run,
  type RunName,
  useGetRunItemsInfiniteQuery,
  useGetRunQuery,
  useSaveRunTableMutation,
  useUndoRunMutation,
} from "./runsApi.ts";
import { undoLabel } from "./runWords.ts";

const FRESH = { refetchOnMountOrArgChange: true } as const;

/** The items of a bulk action with their results and reasons, and the table of all. */
export function RunItems({
  run: { kind, id },
  linkTo,
  Action,
  canUndo = false,
  initialResult = "",
}: {
  run: RunName;
  /** The address of an item's screen, to which its name leads; undefined if it has none. */
  linkTo?: ((item: Item) => { to: string; title: string } | undefined) | undefined;
  Action?: ItemAction | undefined;
  /** Whether a button undoes the action as long as that is possible. */
  canUndo?: boolean;
  /** The result of the items that are shown first; all by default. */
  initialResult?: RunResult | "" | undefined;
}) {
  const [result, setResult] = useState(initialResult);
  const { data: run } = useGetRunQuery({ kind, id }, FRESH);
  const query = useGetRunItemsInfiniteQuery({ kind, id, ...(result && { result }) }, FRESH);
  const [saveTable, { isLoading: isSaving }] = useSaveRunTableMutation();
  const list = useRef<HTMLUListElement>(null);
  const { currentData, error } = query;
  if (!currentData && error) {
    // The run was deleted, or the server has no runs.
    if (isNotOffered(error)) {
      return <p className={classes.note}>The server no longer has the results of this action.</p>;
    }
    return <LoadFailure query={query} title="Failed to load the results" />;
  }
  return (
    <>
      <div className={classes.head}>
        {run && (
          <>
            <ResultSelect run={run} result={result} onChoose={setResult} />
            <Button
              size="sm"
              icon={<Download />}
              busy={isSaving}
              onClick={() => void saveTable({ kind, id })}
            >
              Download CSV
            </Button>
            {canUndo && <UndoRun run={run} size="sm" onUndone={() => list.current?.focus()} />}
          </>
        )}
      </div>
      {canUndo && run && isUnderWay(run) && <RunProgress run={run} />}
      {!currentData && <Spinner label="Loading the results" />}
      <ul
        ref={list}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list is scrolled by keyboard
        tabIndex={0}
        className={classes.list}
        aria-label={kind === "user" ? "Users of this action" : "Tasks of this action"}
      >
        {currentData?.pages.flatMap(({ items }) =>
          items.map((item) => (
            <RunItem key={item.position} item={item} link={linkTo?.(item)} Action={Action} />
          )),
        )}
      </ul>
      <OlderItems
        query={query}
        which="more"
        noun={kind === "user" ? "users" : "tasks"}
        countOf={({ items }) => items.length}
        itemAt={(index) => list.current?.children[index]}
        className={classes.more}
      />
    </>
  );
}

/** Undoes a bulk action as long as that is possible: restores the tasks that it has deleted. */
export function UndoRun({ run, size, onUndone }: { run: Run; size?: "sm"; onUndone?: () => void }) {
  const [undo, { isLoading }] = useUndoRunMutation();
  const { kind, id } = run;
  if (!canUndo(run)) return null;
  async function handleClick() {
    const { error } = await undo({ kind, id });
    if (!error) onUndone?.();
  }
  return (
    <Button size={size} busy={isLoading} onClick={() => void handleClick()}>
      {undoLabel(run)}
    </Button>
  );
}

/** Chooses a result that items of the run have. */
function ResultSelect({
  run: { counts, total },
  result,
  onChoose,
}: {
  run: Run;
  result: RunResult | "";
  onChoose: (result: RunResult | "") => void;
}) {
  return (
    <FilterSelect
      name="result"
      filters={{ result }}
      label="Result"
      any={`All results (${formatCount(total)})`}
      onChoose={(_name, value) => onChoose(RUN_RESULTS.find((one) => one === value) ?? "")}
    >
      {RUN_RESULTS.filter((one) => counts[one] > 0 || one === result).map((one) => (
        <option key={one} value={one}>
          {RESULTS[one].label} ({formatCount(counts[one])})
        </option>
      ))}
    </FilterSelect>
  );
}
