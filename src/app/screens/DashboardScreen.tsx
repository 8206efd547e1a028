import { Suspense } from "react";
import { useSelector } from "react-redux";
import { ActivityCard } from "#features/activity/ActivityCard.tsx";
import { DashboardPage } from "#features/dashboard/DashboardPage.tsx";
import { startDashboardListeners } from "#features/dashboard/dashboardListeners.ts";
import { WorkCard } from "#features/myWork/WorkCard.tsx";
import { SetupPanel, useSetup } from "#features/setup/SetupPanel.tsx";
import { paths } from "#lib/address/paths.ts";
import { lazyPart } from "#lib/lazyPart.tsx";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { Link } from "#ui/button/Link.tsx";

export const storeParts = { listeners: [startDashboardListeners] };

const MyWork = lazyPart(
  () => import(/* webpackChunkName: "myWork" */ "#features/myWork/MyWork.tsx"),
);

const HEADING = <Link to={paths.myWork}>My work</Link>;

/** The number of tasks that each group of the user's work shows. */
const GROUP_SHOWN = 5;

/** The dashboard, with the user's work above its charts, and what changed below them. */
export default function DashboardScreen() {
  const hasExtensions = useSelector(selectHasExtensions);
  const { setup, isWaiting } = useSetup(hasExtensions);
  return (
    <DashboardPage
      firstSteps={setup && <SetupPanel setup={setup} />}
      isWaiting={isWaiting}
      hasOwnStart={setup !== null && setup.steps !== null}
    >
      {(charts, firstSteps) =>
        hasExtensions ? (
          <Suspense fallback={<WorkCard heading={HEADING} />}>
            <MyWork heading={HEADING} limit={GROUP_SHOWN}>
              {charts}
              <ActivityCard />
              {firstSteps}
            </MyWork>
          </Suspense>
        ) : (
          charts
        )
      }
    </DashboardPage>
  );
}
