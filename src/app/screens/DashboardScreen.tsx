import { Suspense } from "react";
import { useSelector } from "react-redux";
import { ActivityCard } from "#features/activity/ActivityCard.tsx";
import { DashboardPage } from "#features/dashboard/DashboardPage.tsx";
import { startDashboardListeners } from "#features/dashboard/dashboardListeners.ts";
import { lazyPart } from "#lib/lazyPart.tsx";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";

export const storeParts = { listeners: [startDashboardListeners] };

/** Loaded after what is specified. */
const MyWeek = lazyPart(() => import("#features/week/MyWeek.tsx"));

const SetupPanel = lazyPart(() => import("#features/setup/SetupPanel.tsx"));

/** The dashboard, and after what is specified, the user's morning questions. */
export default function DashboardScreen() {
  const hasExtensions = useSelector(selectHasExtensions);
  return (
    <DashboardPage>
      {hasExtensions && (
        <>
          <ActivityCard />
          <Suspense fallback={null}>
            <MyWeek>
              <Suspense fallback={null}>
                <SetupPanel />
              </Suspense>
            </MyWeek>
          </Suspense>
        </>
      )}
    </DashboardPage>
  );
}
