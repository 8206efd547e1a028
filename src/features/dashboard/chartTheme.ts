import type { ResponsivePie } from "@nivo/pie";
import type { ComponentProps } from "react";

const PRINTED_PX = { width: 300, height: 210 };

/** The size of a chart in px on paper, which can't be measured. On the screen a given one would count more. */
export const chartSize = (isPrinting: boolean): typeof PRINTED_PX =>
  isPrinting ? PRINTED_PX : ({} as typeof PRINTED_PX);

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
