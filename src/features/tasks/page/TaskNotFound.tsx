import { SearchX } from "lucide-react";
import { useSelector } from "react-redux";
import { useNavigate } from "react-router-dom";
import { selectListAddress } from "#features/filters/filtersSlice.ts";
import { Button } from "#ui/Button.tsx";
import classes from "./TaskPage.module.css";

/** Replaces a task that doesn't exist, or no longer exists (§2). */
export function TaskNotFound() {
  const navigate = useNavigate();
  const list = useSelector(selectListAddress);
  return (
    <div className={classes.missing}>
      <SearchX aria-hidden="true" className={classes.missingIcon} />
      <h1 tabIndex={-1}>Task not found</h1>
      <p className={classes.faint}>It may have been deleted, or the link is not complete.</p>
      <Button variant="primary" onClick={() => void navigate(list)}>
        Back to Tasks
      </Button>
    </div>
  );
}
