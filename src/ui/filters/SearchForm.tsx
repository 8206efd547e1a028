import { Search } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, type RefObject, useRef } from "react";
import { SEARCH_MAX } from "#contract/task.ts";
import { useCommand } from "#lib/commands/useCommand.ts";
import { typedText } from "#lib/filters/filtersMachine.ts";
import { Field } from "#ui/form/Field.tsx";
import { TextInput } from "#ui/form/TextInput.tsx";
import type { ScreenFilters } from "./FilterBar.tsx";
import classes from "./SearchForm.module.css";

/** Enter submits the search's form, which leads to the first hit. So does the arrow that points there. */
function submitOnArrow(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== "ArrowDown") return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/**
 * The search box of a screen. Enter searches at once. It shows the key that leads to it, and refuses a text
 * of more than {@link SEARCH_MAX} characters. Every other prop goes to the `<input>`.
 */
export function SearchForm<Filters extends object>({
  view,
  send,
  onSubmit,
  label,
  box: givenBox,
  ...rest
}: ScreenFilters<Filters> & {
  /** Called when the user wants to go to the first hit. */
  onSubmit: () => void;
  label: string;
  /** For a screen that moves the focus to it. */
  box?: RefObject<HTMLInputElement | null>;
} & Omit<ComponentProps<"input">, "value" | "ref" | "onChange" | "onSubmit">) {
  const ownBox = useRef<HTMLInputElement>(null);
  const box = givenBox ?? ownBox;
  useSearchKey(box);
  const text = typedText(view);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send({ type: "typingPaused" });
        onSubmit();
      }}
    >
      <Field label={label} labelHidden limited={{ text, max: SEARCH_MAX, name: "Search" }}>
        {(props) => (
          <div className={classes.around}>
            <Search className={classes.glass} aria-hidden="true" />
            <TextInput
              {...props}
              ref={box}
              type="search"
              name="search"
              aria-keyshortcuts="/"
              autoComplete="off"
              enterKeyHint="search"
              className={classes.box}
              value={text}
              onKeyDown={submitOnArrow}
              onChange={({ target }) => send({ type: "searchTyped", text: target.value })}
              {...rest}
            />
            <kbd className={classes.key} aria-hidden="true">
              /
            </kbd>
          </div>
        )}
      </Field>
    </form>
  );
}

/** Lets the search key lead to a search box. */
function useSearchKey(box: RefObject<HTMLInputElement | null>): void {
  useCommand("search", () => {
    // In a dialog or behind another screen it can't take the focus.
    if (!box.current?.closest("main")) return false;
    box.current.focus();
    box.current.select();
    return document.activeElement === box.current;
  });
}
