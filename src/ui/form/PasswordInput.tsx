import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { IconButton } from "#ui/button/IconButton.tsx";
import classes from "./PasswordInput.module.css";
import { TextInput } from "./TextInput.tsx";

/** A password field with a button that shows the password. Every prop goes to the `<input>`. */
export function PasswordInput(props: ComponentProps<"input">) {
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
