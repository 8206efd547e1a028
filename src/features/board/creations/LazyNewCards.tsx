import { type ComponentProps, useState } from "react";
import { toast } from "react-hot-toast/headless";
import { COLUMN_LABELS } from "#contract/board.ts";
import type { TaskStatus } from "#contract/task.ts";
import { useCode } from "#lib/lazyPart.tsx";
import { useDraft } from "#session/useDraft.ts";
import { TextInput } from "#ui/TextInput.tsx";
import { loadCreations } from "./loadCreations.ts";
import type { NewCards } from "./NewCards.tsx";

const focus = (input: HTMLInputElement | null) => input?.focus();

/** `NewCards`, with its code loaded on demand. */
export function LazyNewCards(props: Omit<ComponentProps<typeof NewCards>, "field">) {
  const { status, isOpen, onClose } = props;
  const code = useCode(loadCreations, () => {
    toast.error("The line for a new task could not be loaded. Try again.");
    onClose();
  });
  const field = {
    "aria-label": `Title of a new task in ${COLUMN_LABELS[status]}`,
    placeholder: "What needs to be done?",
    autoComplete: "off",
  };
  if (code) return <code.NewCards {...props} field={field} />;
  return isOpen && <EarlyField field={field} status={status} />;
}

/** Takes the keys until the line's code has loaded. The line finds the text as a draft. */
function EarlyField({ field, status }: { field: ComponentProps<"input">; status: TaskStatus }) {
  const draft = useDraft(`card:${status}`);
  const [title, setTitle] = useState(draft.found?.values["title"] ?? "");

  function type(text: string) {
    setTitle(text);
    draft.keep({ values: { title: text } });
  }

  return (
    <TextInput {...field} ref={focus} value={title} onChange={({ target }) => type(target.value)} />
  );
}
