import { ListFilter } from "lucide-react";
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from "react";
import { cx } from "#lib/cx.ts";
import { Button } from "#ui/button/Button.tsx";
import popover from "#ui/menu/popover.module.css";
import { usePopover } from "#ui/menu/usePopover.ts";
import classes from "./FilterOpener.module.css";

/**
 * A button that opens filters: below it, or on a phone in a sheet near the thumb.
 *
 * @param props.label the name of the filters that it opens
 * @param props.text the text of the button
 * @param props.load fetches the code of filters that load late. Resolves to whether to open them.
 */
export function FilterOpener({
  label,
  text,
  load,
  children,
  ...look
}: {
  label: string;
  text: ReactNode;
  load?: () => Promise<boolean>;
  children: ReactNode;
} & Pick<ComponentProps<typeof Button>, "size" | "variant" | "className">) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        {...look}
        ref={button}
        icon={<ListFilter />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => (isOpen || !load ? setOpen(!isOpen) : void load().then(setOpen))}
      >
        {text}
      </Button>
      {isOpen && (
        <FilterPopover label={label} anchor={button} onClose={() => setOpen(false)}>
          {children}
        </FilterPopover>
      )}
    </>
  );
}

function FilterPopover({
  label,
  anchor,
  onClose,
  children,
}: {
  label: string;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
}) {
  const ref = usePopover<HTMLDialogElement>({
    anchor,
    focused: (panel) => panel.querySelector<HTMLElement>("button, select, input"),
    onLeft: onClose,
  });

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    onClose();
    anchor.current?.focus();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from any of its controls
    <dialog
      ref={ref}
      aria-label={label}
      popover="manual"
      className={cx(popover.popover, classes.panel)}
      onKeyDown={handleKeyDown}
    >
      {children}
    </dialog>
  );
}
