import { SearchX } from "lucide-react";
import { useSelector } from "react-redux";
import { useNavigate } from "react-router-dom";
import { selectListAddress } from "#features/filters/filtersSlice.ts";
import { Button } from "#ui/button/Button.tsx";
import { EmptyState } from "#ui/page/EmptyState.tsx";

/** Replaces a task that doesn't exist, or no longer exists (§2). */
export function TaskNotFound() {
  const navigate = useNavigate();
  const list = useSelector(selectListAddress);
  return (
    <EmptyState
      isPage
      icon={<SearchX />}
      title="Task not found"
      text="It may have been deleted, or the link is not complete."
      action={
        <Button variant="primary" onClick={() => void navigate(list)}>
          Back to Tasks
        </Button>
      }
    />
  );
}
