import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import classes from "./Tabs.module.css";

/** Tabs, of which one shows its content. The arrow keys choose the next one. */
export function Tabs<Name extends string>({
  labels,
  chosen,
  onChoose,
  children,
}: {
  labels: Readonly<Record<Name, string>>;
  chosen: Name;
  onChoose: (name: Name) => void;
  /** The content of the chosen tab. */
  children: ReactNode;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const names = Object.keys(labels) as Name[];

  function handleKeyDown(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const index = names.indexOf(chosen) + (step ?? 0);
    const next = names[(index + names.length) % names.length];
    if (!step || next === undefined) return;
    event.preventDefault();
    onChoose(next);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  }

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the tabs in it have the focus */}
      <div ref={list} role="tablist" className={classes.tabs} onKeyDown={handleKeyDown}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            data-tab={name}
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {labels[name]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  );
}
