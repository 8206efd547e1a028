import type { ReactNode } from "react";
import { useDispatch, useSelector } from "react-redux";
import type { WithSelection } from "#features/board/cards/selectionState.ts";
import { useTaskRuns } from "#features/jobs/useTaskRuns.tsx";
import classes from "./CardSelectionBar.module.css";
import { cardsUnselected } from "./selectionSlice.ts";

/**
 * The progress and the result of a change of very many cards, which the server carries out. Selected
 * cards take the place of a result.
 */
export function TaskRunBar({ selected }: { selected: ReactNode }) {
  const dispatch = useDispatch();
  const ids = useSelector(({ selection }: WithSelection) => selection.ids);
  const { run, progress, result, dialog } = useTaskRuns({
    ids: new Set(ids),
    replace(next) {
      const kept = new Set(next);
      dispatch(cardsUnselected(ids.filter((id) => !kept.has(id))));
    },
  });
  return (
    <>
      {run && (progress || !selected) ? (
        <section aria-label="Bulk action" className={classes.bar}>
          {progress || result}
        </section>
      ) : (
        selected
      )}
      {dialog}
    </>
  );
}
