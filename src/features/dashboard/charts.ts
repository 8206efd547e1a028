export { DeadlinesChart } from "./DeadlinesChart.tsx";
export { PriorityChart } from "./PriorityChart.tsx";
