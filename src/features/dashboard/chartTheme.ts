import type { ResponsivePie } from "@nivo/pie";
import type { ComponentProps } from "react";

/** The size of a chart on paper. Two fit beside each other on an upright page. */
export const PRINTED_WIDTH_PX = 300;
export const PRINTED_HEIGHT_PX = 210;

const TEXT = { fontFamily: "var(--font-sans)", fontSize: 12, fill: "var(--color-text-muted)" };

/** The charts' fonts and colours. CSS variables follow the app's theme. */
export const chartTheme: NonNullable<ComponentProps<typeof ResponsivePie>["theme"]> = {
  text: TEXT,
  axis: {
    legend: { text: TEXT },
    ticks: { line: { stroke: "var(--color-line)" }, text: TEXT },
  },
  grid: { line: { stroke: "var(--color-line)" } },
};
