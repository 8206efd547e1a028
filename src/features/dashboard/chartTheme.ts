import type { ResponsivePie } from "@nivo/pie";
import type { ComponentProps } from "react";

/** The charts in the app's own colours and type; as variables, so that they follow the theme. */
export const chartTheme: NonNullable<ComponentProps<typeof ResponsivePie>["theme"]> = {
  text: { fontFamily: "var(--font-sans)", fontSize: 12, fill: "var(--color-text-muted)" },
  axis: {
    legend: {
      text: { fontFamily: "var(--font-sans)", fontSize: 12, fill: "var(--color-text-muted)" },
    },
    ticks: {
      line: { stroke: "var(--color-line)" },
      text: { fontFamily: "var(--font-sans)", fontSize: 12, fill: "var(--color-text-muted)" },
    },
  },
  grid: { line: { stroke: "var(--color-line)" } },
};
