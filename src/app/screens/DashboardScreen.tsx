import { useSelector } from "react-redux";
import { ActivityCard } from "#features/activity/ActivityCard.tsx";
import { DashboardPage } from "#features/dashboard/DashboardPage.tsx";
import { startDashboardListeners } from "#features/dashboard/dashboardListeners.ts";
import { SetupPanel, useSetup } from "#features/setup/SetupPanel.tsx";
import { MyWeek } from "#features/week/MyWeek.tsx";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";

export const storeParts = { listeners: [startDashboardListeners] };

/** The dashboard, and after what is specified, the user's morning questions. */
export default function DashboardScreen() {
  const hasExtensions = useSelector(selectHasExtensions);
  const { setup, isWaiting } = useSetup(hasExtensions);
  return (
    <DashboardPage
      firstSteps={setup && <SetupPanel setup={setup} />}
      isWaiting={isWaiting}
      hasOwnStart={setup !== null && setup.steps !== null}
    >
      {(firstSteps) =>
        hasExtensions && (
          <>
            <ActivityCard />
            <MyWeek>{firstSteps}</MyWeek>
          </>
        )
      }
    </DashboardPage>
  );
}
