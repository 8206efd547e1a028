import { lazyPart } from "#lib/lazyPart.tsx";

/** The charting library is larger than the rest of the app: the figures don't wait for it. */
const loaders = {
  priorities: () => import("./PriorityChart.tsx"),
  deadlines: () => import("./DeadlinesChart.tsx"),
};

export const PriorityChart = lazyPart(loaders.priorities);
export const DeadlinesChart = lazyPart(loaders.deadlines);

/** Fetches the charts ahead of their use. */
export const loadCharts = () => Promise.all([loaders.priorities(), loaders.deadlines()]);
