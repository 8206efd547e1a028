import { useFormik } from "formik";
import { toast } from "react-hot-toast/headless";
import { profileRule } from "#contract/rules/profile.ts";
import { EMAIL_MAX, NAME_MAX, type User } from "#contract/user.ts";
import { fieldErrorsOf } from "#api/errors.ts";
import { Button } from "#ui/Button.tsx";
import { Card } from "#ui/Card.tsx";
import { Field } from "#ui/Field.tsx";
import { TextInput } from "#ui/TextInput.tsx";
import { useUpdateProfileMutation } from "./profileApi.ts";
import classes from "./ProfilePage.module.css";

/** Changes name and email (§5). A failure keeps what was typed. */
export function ProfileForm({ profile }: { profile: User }) {
  const [updateProfile, { isLoading }] = useUpdateProfileMutation();
  const form = useFormik({
    initialValues: { name: profile.name, email: profile.email },
    validationSchema: profileRule,
    validateOnBlur: false,
    onSubmit: async (values, { resetForm, setFieldError }) => {
      const sent = profileRule.cast(values);
      const { error } = await updateProfile(sent);
      if (!error) resetForm({ values: sent });
      for (const { param, msg } of fieldErrorsOf(error)) setFieldError(param, msg);
    },
  });

  return (
    <Card aria-labelledby="profile-form-heading" className={classes.form}>
      <h2 id="profile-form-heading">Update Profile Information</h2>
      <form noValidate className={classes.form} onSubmit={form.handleSubmit}>
        <Field label="Full Name" required error={form.touched.name && form.errors.name}>
          {(props) => (
            <TextInput
              {...props}
              {...form.getFieldProps("name")}
              autoComplete="name"
              maxLength={NAME_MAX}
            />
          )}
        </Field>
        <Field label="Email Address" required error={form.touched.email && form.errors.email}>
          {(props) => (
            <TextInput
              {...props}
              {...form.getFieldProps("email")}
              type="email"
              autoComplete="email"
              maxLength={EMAIL_MAX}
            />
          )}
        </Field>
        <div className={classes.actions}>
          <Button type="submit" variant="primary" busy={isLoading}>
            {isLoading ? "Updating..." : "Update Profile"}
          </Button>
          <Button
            disabled={isLoading}
            onClick={() => {
              form.resetForm();
              toast("Changes discarded");
            }}
          >
            Cancel
          </Button>
        </div>
      </form>
    </Card>
  );
}
