import { useDispatch, useSelector } from "react-redux";
import type { TaskStatus } from "#contract/task.ts";
import { boardFiltersSlice, selectBoardFilters } from "#features/board/filter/boardFiltersSlice.ts";
import { Button } from "#ui/button/Button.tsx";

/** Says why the filters leave a column without cards, and offers to reset them. */
export function FilteredOut({ status }: { status: TaskStatus }) {
  const dispatch = useDispatch();
  const { due, overdue } = useSelector(selectBoardFilters);
  const isLeftOut = status === "Done" && (due !== "" || overdue !== "");
  return (
    <>
      {isLeftOut ? "The due date filter leaves out done tasks" : "No tasks match the filters"}
      <Button size="sm" onClick={() => dispatch(boardFiltersSlice.actions.filtersReset())}>
        Reset
      </Button>
    </>
  );
}
