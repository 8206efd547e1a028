import type { ComponentProps } from "react";
import { Button } from "./Button.tsx";

/** Submits a form. It is disabled and shows `busyLabel` while the form is sent. */
export function SubmitButton({
  label,
  busyLabel,
  busy,
  disabled = busy,
  ...rest
}: { label: string; busyLabel: string; busy: boolean } & ComponentProps<typeof Button>) {
  return (
    <Button type="submit" variant="primary" busy={busy} disabled={disabled} {...rest}>
      {busy ? busyLabel : label}
    </Button>
  );
}
