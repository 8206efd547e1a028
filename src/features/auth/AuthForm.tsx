import { type ComponentProps, type ReactNode, useState } from "react";
import { SubmitButton } from "#ui/button/SubmitButton.tsx";
import classes from "./AuthLayout.module.css";

/**
 * The form of a page for guests: its fields, and its button over the whole width.
 *
 * @param refusal why the server has refused the last attempt; "" if it hasn't
 */
export function AuthForm({
  form,
  refusal = "",
  children,
  ...button
}: { form: { formProps: ComponentProps<"form"> }; refusal?: string; children: ReactNode } & Pick<
  ComponentProps<typeof SubmitButton>,
  "label" | "busyLabel" | "busy"
>) {
  const { busy } = button;
  const [shown, setShown] = useState("");
  // It stays during the next attempt, so that nothing moves.
  if (!busy && refusal !== shown) setShown(refusal);
  return (
    <form {...form.formProps} className={classes.form}>
      {children}
      {shown && (
        // A new element, so that the same refusal is announced again.
        <p key={String(busy)} role={busy ? undefined : "alert"} className={classes.refusal}>
          {shown}
        </p>
      )}
      <SubmitButton className={classes.submit} {...button} />
    </form>
  );
}
