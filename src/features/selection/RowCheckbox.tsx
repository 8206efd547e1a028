import type { ComponentProps } from "react";

/**
 * The checkbox that selects a row. With Shift it also selects all rows between this one and the
 * last one that was clicked.
 */
export function RowCheckbox({
  onTick,
  ...props
}: { onTick: (isSelected: boolean, isRange: boolean) => void } & ComponentProps<"input">) {
  return (
    <input
      {...props}
      type="checkbox"
      data-control="tick"
      // Shift-click selects a range of rows, not the text between.
      onMouseDown={(event) => {
        if (event.shiftKey) event.preventDefault();
      }}
      onChange={({ target, nativeEvent }) =>
        onTick(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  );
}
