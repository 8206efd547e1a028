import { useSelector } from "react-redux";
import { useLocation, useMatch, useNavigate } from "react-router-dom";
import { filtersSlice, selectListAddress } from "#features/filters/filtersSlice.ts";
import { startTasksListeners } from "#features/tasks/tasksListeners.tsx";
import { isFromList } from "#lib/address/openedOver.ts";
import { paths } from "#lib/address/paths.ts";
import { TaskScreen } from "./TaskScreen.tsx";

export const storeParts = { slices: [filtersSlice], listeners: [startTasksListeners] };

/** /tasks/{id} (§2): one task with its comments. Back leads to the list. */
export default function TaskPage() {
  const { id = "" } = useMatch(paths.task(":id"))?.params ?? {};
  const navigate = useNavigate();
  const list = useSelector(selectListAddress);
  const { state } = useLocation();

  /** Opened from the list, the task leads back to its place there. */
  function leave(how?: { replace: boolean }) {
    if (isFromList(state) && !how?.replace) void navigate(-1);
    else void navigate(list, how);
  }
  return <TaskScreen id={id} onLeave={leave} />;
}
