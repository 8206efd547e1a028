import { type ComponentProps, type KeyboardEvent, useState } from "react";
import { useCode } from "#lib/lazyPart.tsx";
import { useDraft } from "#session/useDraft.ts";
import { TextInput } from "#ui/form/TextInput.tsx";
import { toastNotLoaded } from "#ui/toasts/toastNotLoaded.tsx";
import type { NewCardLineProps } from "./NewCardLine.tsx";
import type { NewCards } from "./NewCards.tsx";

/** The line checks titles by the rules of the contract, which are large. */
export const loadNewCards = () => import(/* webpackChunkName: "newCards" */ "./NewCards.tsx");

const focus = (input: HTMLInputElement | null) => input?.focus();

/** `NewCards`, with its code loaded on demand. */
export function LazyNewCards(props: Omit<ComponentProps<typeof NewCards>, "field">) {
  const { place, isOpen, onClose } = props;
  const code = useCode(loadNewCards, () => {
    void toastNotLoaded("The line for a new task could not be loaded.");
    onClose();
  });
  const field = {
    "aria-label": `Title of a new task in ${place.label}`,
    placeholder: "What needs to be done?",
    autoComplete: "off",
  };
  if (code) return <code.NewCards {...props} field={field} />;
  return isOpen && <EarlyField field={field} place={place} />;
}

/** Takes the keys until the line's code has loaded. The line finds the texts as a draft. */
function EarlyField({ field, place }: Pick<NewCardLineProps, "field" | "place">) {
  const draft = useDraft(`card:${place.id}`);
  const [{ title = "", entered = "" }, setValues] = useState(draft.found?.values ?? {});

  function keep(values: Record<string, string>) {
    setValues(values);
    draft.keep({ values });
  }

  function handleKey({ key }: KeyboardEvent) {
    if (key !== "Enter" || entered || !title.trim()) return;
    keep({ title: "", entered: title });
  }

  return (
    <TextInput
      {...field}
      ref={focus}
      value={title}
      onChange={({ target }) => keep({ title: target.value, entered })}
      onKeyDown={handleKey}
    />
  );
}
