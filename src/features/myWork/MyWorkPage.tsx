import { useSelector } from "react-redux";
import { Navigate } from "react-router-dom";
import { paths } from "#lib/address/paths.ts";
import { usePageTitle } from "#lib/hooks.ts";
import { selectStoredUser } from "#session/authSlice.ts";
import { selectHasExtensions, selectMayHaveExtensions } from "#sync/extensions/extensions.ts";
import { Spinner } from "#ui/button/Spinner.tsx";
import { PageHeader } from "#ui/page/PageHeader.tsx";
import MyWork from "./MyWork.tsx";

/** The number of tasks that each group of the page shows. */
const GROUP_SHOWN = 30;

/** Where a member's day begins. A server without the calls of the page has the list of the user's tasks. */
export default function MyWorkPage() {
  usePageTitle("My work");
  const id = useSelector(selectStoredUser)?.id ?? "";
  const hasExtensions = useSelector(selectHasExtensions);
  const mayHave = useSelector(selectMayHaveExtensions);
  if (!mayHave) return <Navigate to={paths.userTasks(id)} replace />;
  return (
    <>
      <PageHeader title="My work" subtitle="Your open tasks by when they are due" />
      {hasExtensions ? <MyWork limit={GROUP_SHOWN} isWhole /> : <Spinner />}
    </>
  );
}
