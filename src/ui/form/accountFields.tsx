import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useState } from "react";
import { PASSWORD_LENGTH_HINT } from "#contract/session.ts";
import { EMAIL_MAX, NAME_MAX } from "#contract/user.ts";
import { IconButton } from "#ui/button/IconButton.tsx";
import { type FieldForm, FormField } from "./FormField.tsx";
import classes from "./PasswordInput.module.css";
import { TextInput } from "./TextInput.tsx";

/** The props of a field of an account, and those of its control. */
type FieldProps<Name extends string> = {
  form: FieldForm<Name, object>;
  hint?: ReactNode;
} & Pick<ComponentProps<"input">, "autoComplete" | "placeholder">;

export function NameField({ form }: FieldProps<"name">) {
  return (
    <FormField
      form={form}
      name="name"
      label="Full Name"
      limit={{ max: NAME_MAX, name: "Name" }}
      required
    >
      {(props) => <TextInput {...props} autoComplete="name" />}
    </FormField>
  );
}

export function EmailField({
  form,
  hint,
  placeholder = "you@example.com",
  autoComplete,
}: FieldProps<"email">) {
  return (
    <FormField
      form={form}
      name="email"
      label="Email Address"
      limit={{ max: EMAIL_MAX, name: "Email" }}
      hint={hint}
      required
    >
      {(props) => (
        <TextInput {...props} type="email" placeholder={placeholder} autoComplete={autoComplete} />
      )}
    </FormField>
  );
}

type PasswordFieldProps<Name extends string> = FieldProps<Name> & {
  name: NoInfer<Name>;
  label?: string;
};

/** The password of the account, unless `autoComplete` says that it is a new one. */
export function PasswordField<Name extends string>({
  form,
  name,
  label = "Password",
  hint,
  placeholder,
  autoComplete = "current-password",
}: PasswordFieldProps<Name>) {
  return (
    <FormField form={form} name={name} label={label} hint={hint} required>
      {(props) => (
        <PasswordInput {...props} placeholder={placeholder} autoComplete={autoComplete} />
      )}
    </FormField>
  );
}

/** The password that a form sets. */
export const NewPasswordField = <Name extends string>(props: PasswordFieldProps<Name>) => (
  <PasswordField autoComplete="new-password" hint={PASSWORD_LENGTH_HINT} {...props} />
);

/** Tells a password manager whose password a form sets, if the form has no field for the address. */
export const PasswordOwner = ({ email }: { email: string }) => (
  <input hidden readOnly type="text" autoComplete="username" value={email} />
);

/** A password field with a button that shows the password. Every prop goes to the `<input>`. */
function PasswordInput(props: ComponentProps<"input">) {
  const [shown, setShown] = useState(false);
  return (
    <div className={classes.wrapper}>
      <TextInput
        autoCapitalize="none"
        spellCheck={false}
        {...props}
        type={shown ? "text" : "password"}
        className={classes.input}
      />
      <IconButton
        size="sm"
        label={shown ? "Hide password" : "Show password"}
        icon={shown ? <EyeOff /> : <Eye />}
        className={classes.toggle}
        onClick={() => setShown(!shown)}
      />
    </div>
  );
}
