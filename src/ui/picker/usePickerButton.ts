import { type KeyboardEvent, useCallback, useId, useRef, useState } from "react";

/**
 * The state of a button that opens a picker. Arrow keys open it too; with `opensByLetters` so do
 * letters, which the picker then gets.
 */
export function usePickerButton(opensByLetters = false) {
  const [typed, setTyped] = useState<string | null>(null);
  const anchor = useRef<HTMLButtonElement>(null);
  const id = useId();
  const isOpen = typed !== null;

  const close = useCallback((refocus: boolean) => {
    setTyped(null);
    if (refocus) anchor.current?.focus();
  }, []);

  function handleKeyDown(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const isLetter = opensByLetters && /^\S$/u.test(key);
    if (key === "Escape" && isOpen) setTyped(null);
    else if (key === "ArrowDown" || key === "ArrowUp") setTyped("");
    // While the picker's code loads, the letters add up here.
    else if (isLetter) setTyped((typed ?? "") + key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return {
    isOpen,
    open: () => setTyped(""),
    /** The props of the button. */
    buttonProps: {
      ref: anchor,
      "aria-haspopup": "dialog" as const,
      "aria-expanded": isOpen,
      "aria-controls": isOpen ? id : undefined,
      onClick: () => setTyped(isOpen ? null : ""),
      onKeyDown: handleKeyDown,
      // A picker whose code is still loading must not appear late and take the focus.
      onBlur: () => document.getElementById(id) || setTyped(null),
    },
    /** The props of the open picker. */
    pickerProps: { id, anchor, typed: typed ?? "", onClose: close },
  };
}
