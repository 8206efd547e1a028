import type { ComponentProps, ReactNode } from "react";
import { SubmitButton } from "#ui/button/SubmitButton.tsx";
import classes from "./AuthLayout.module.css";

/** The form of a page for guests: its fields, and its button over the whole width. */
export function AuthForm({
  form,
  children,
  ...button
}: { form: { formProps: ComponentProps<"form"> }; children: ReactNode } & Pick<
  ComponentProps<typeof SubmitButton>,
  "label" | "busyLabel" | "busy"
>) {
  return (
    <form {...form.formProps} className={classes.form}>
      {children}
      <SubmitButton className={classes.submit} {...button} />
    </form>
  );
}
