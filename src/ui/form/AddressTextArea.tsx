import type { ComponentProps } from "react";
import { TextArea } from "./TextArea.tsx";

/** A field for a list of people's addresses, one per line. */
export function AddressTextArea(props: ComponentProps<typeof TextArea>) {
  return (
    <TextArea
      rows={5}
      placeholder={"ada@example.com\nMax Smith <max@example.com>"}
      spellCheck={false}
      {...props}
    />
  );
}
