import { useEffect, useRef, useState } from "react";

/**
 * Where the focus goes when a form was not taken: to its first refused field, or else to its first
 * field. (The button that was pressed was disabled meanwhile, so the focus is nowhere.)
 */
export function useRefusal() {
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals === 0) return;
    const first = form.current?.querySelector<HTMLElement>("[aria-invalid='true']");
    (first ?? form.current?.querySelector<HTMLElement>("input, select"))?.focus();
  }, [refusals]);
  return { form, refused: () => setRefusals((count) => count + 1) };
}
