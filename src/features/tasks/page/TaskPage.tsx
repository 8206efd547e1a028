import { useSelector } from "react-redux";
import { useMatch, useNavigate } from "react-router-dom";
import { filtersSlice, selectListAddress } from "#features/filters/filtersSlice.ts";
import { startTasksListeners } from "#features/tasks/tasksListeners.tsx";
import { paths } from "#lib/address/paths.ts";
import { TaskScreen } from "./TaskScreen.tsx";

export const storeParts = { slices: [filtersSlice], listeners: [startTasksListeners] };

/** /tasks/{id} (§2): one task with its comments. Back leads to the list. */
export default function TaskPage() {
  const { id = "" } = useMatch(paths.task(":id"))?.params ?? {};
  const navigate = useNavigate();
  const list = useSelector(selectListAddress);
  return (
    <TaskScreen
      id={id}
      onLeave={(how) => void navigate(list, how)}
      onCreated={(created) => void navigate(paths.task(created), { replace: true })}
    />
  );
}
