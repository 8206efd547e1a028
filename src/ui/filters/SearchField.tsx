import { Search } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, type RefObject, useRef } from "react";
import { SEARCH_MAX } from "#contract/task.ts";
import { useSearchKey } from "#lib/commands/useSearchKey.ts";
import { Field } from "#ui/form/Field.tsx";
import { TextInput } from "#ui/form/TextInput.tsx";
import classes from "./SearchField.module.css";

/** Enter submits the search's form, which leads to the first hit. So does the arrow that points there. */
function submitOnArrow(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== "ArrowDown" || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/**
 * The search box of a screen. It shows the key that leads to it, and refuses a text of more than
 * {@link SEARCH_MAX} characters. Every other prop goes to the `<input>`.
 */
export function SearchField({
  label,
  value,
  box: givenBox,
  ...rest
}: Omit<ComponentProps<"input">, "value" | "ref"> & {
  label: string;
  value: string;
  /** For a screen that moves the focus to it. */
  box?: RefObject<HTMLInputElement | null>;
}) {
  const ownBox = useRef<HTMLInputElement>(null);
  const box = givenBox ?? ownBox;
  useSearchKey(box);
  return (
    <Field label={label} labelHidden limited={{ text: value, max: SEARCH_MAX, name: "Search" }}>
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
            value={value}
            onKeyDown={submitOnArrow}
            {...rest}
          />
          <kbd className={classes.key} aria-hidden="true">
            /
          </kbd>
        </div>
      )}
    </Field>
  );
}
