import { useSelector } from "react-redux";
import { Navigate } from "react-router-dom";
import { LABEL_VIEW } from "#features/filters/listQuery.ts";
import { labelText } from "#features/labels/LabelFilterText.tsx";
import { paths } from "#lib/address/paths.ts";
import { useScreenFilters } from "#lib/filters/useFiltersInAddress.ts";
import { setFilters } from "#lib/filters/view.ts";
import { usePageTitle } from "#lib/hooks.ts";
import { selectStoredUser } from "#session/authSlice.ts";
import { selectHasExtensions, selectMayHaveExtensions } from "#sync/extensions/extensions.ts";
import { Spinner } from "#ui/button/Spinner.tsx";
import { FilterChips } from "#ui/filters/FilterChips.tsx";
import { PageHeader } from "#ui/page/PageHeader.tsx";
import classes from "./MyWork.module.css";
import MyWork from "./MyWork.tsx";
import { WorkFilter } from "./WorkFilter.tsx";

const MY_WORK = { path: paths.myWork, spec: LABEL_VIEW };

/** The number of tasks that each group of the page shows. */
const GROUP_SHOWN = 30;

/** Where a member's day begins. A server without the calls of the page has the list of the user's tasks. */
export default function MyWorkPage() {
  usePageTitle("My work");
  const id = useSelector(selectStoredUser)?.id ?? "";
  const hasExtensions = useSelector(selectHasExtensions);
  const mayHave = useSelector(selectMayHaveExtensions);
  const [view, send] = useScreenFilters(MY_WORK);
  const { filters } = view.query;
  if (!mayHave) return <Navigate to={paths.userTasks(id)} replace />;
  return (
    <>
      <PageHeader
        title="My work"
        subtitle="Your open tasks by when they are due"
        actions={<WorkFilter view={view} send={send} />}
      />
      <FilterChips
        filters={filters}
        texts={{ label: labelText(filters) }}
        onRemove={(name) => send({ type: "filterChosen", name, value: "" })}
        onLeave={() => document.querySelector<HTMLElement>("main h1")?.focus()}
        className={filters.label ? classes.chips : undefined}
      />
      {hasExtensions ? (
        <MyWork limit={GROUP_SHOWN} labels={setFilters(filters)} isWhole />
      ) : (
        <Spinner />
      )}
    </>
  );
}
