import type { ComponentProps } from "react";
import { toast } from "react-hot-toast/headless";
import { useCode } from "#lib/lazyPart.tsx";
import { loadCreations } from "./loadCreations.ts";
import type { NewCards } from "./NewCards.tsx";

/** `NewCards`, with its code loaded on demand. */
export function LazyNewCards(props: ComponentProps<typeof NewCards>) {
  const code = useCode(loadCreations, () => {
    toast.error("The line for a new task could not be loaded. Try again.");
    props.onClose();
  });
  return code && <code.NewCards {...props} />;
}
