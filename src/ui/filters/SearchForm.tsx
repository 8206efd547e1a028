import type { ComponentProps } from "react";
import { typedText } from "#lib/filters/filtersMachine.ts";
import type { ScreenFilters } from "./FilterBar.tsx";
import { SearchField } from "./SearchField.tsx";

/** The search box of a screen. Enter searches at once. */
export function SearchForm<Filters extends object>({
  view,
  send,
  onSubmit,
  ...field
}: ScreenFilters<Filters> & {
  /** Called when the user wants to go to the first hit. */
  onSubmit: () => void;
} & Omit<ComponentProps<typeof SearchField>, "value" | "onChange" | "onSubmit">) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send({ type: "typingPaused" });
        onSubmit();
      }}
    >
      <SearchField
        {...field}
        value={typedText(view)}
        onChange={({ target }) => send({ type: "searchTyped", text: target.value })}
      />
    </form>
  );
}
