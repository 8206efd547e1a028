import { startDashboardListeners } from "#features/dashboard/dashboardListeners.ts";

export { default } from "#features/dashboard/DashboardPage.tsx";

export const storeParts = { listeners: [startDashboardListeners] };
