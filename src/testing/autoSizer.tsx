import type { ReactNode } from "react";

/** Stands in for react-virtualized-auto-sizer, which measures: in jsdom everything is 0 px wide. */
export default function AutoSizer({
  children,
}: {
  children: (size: { width: number; height: number }) => ReactNode;
}) {
  return children({ width: 640, height: 320 });
}
