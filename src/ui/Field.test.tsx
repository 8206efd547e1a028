import { expect, it } from "@jest/globals";
import { render, screen } from "@testing-library/react";
import { Field } from "./Field.tsx";
import { Select } from "./Select.tsx";
import { TextArea } from "./TextArea.tsx";
import { TextInput } from "./TextInput.tsx";

it("ties label, error and hint to the control", () => {
  render(
    <Field label="Password" error="Password is required" hint="Minimum 8 characters" required>
      {(props) => <TextInput {...props} type="password" />}
    </Field>,
  );
  const input = screen.getByLabelText("Password");
  expect(input).toBeInvalid();
  expect(input).toBeRequired();
  expect(input).toHaveAccessibleDescription("Password is required Minimum 8 characters");
});

it("says nothing of errors where there is none", () => {
  render(<Field label="Notes">{(props) => <TextArea {...props} name="notes" />}</Field>);
  const area = screen.getByLabelText("Notes");
  expect(area).toBeValid();
  expect(area).not.toHaveAttribute("aria-describedby");
  expect(area).toHaveAttribute("name", "notes");
});

it("labels a select, each field its own", () => {
  render(
    <>
      <Field label="Role">
        {(props) => (
          <Select {...props}>
            <option>Member</option>
          </Select>
        )}
      </Field>
      <Field label="Status">
        {(props) => (
          <Select {...props}>
            <option>Active</option>
          </Select>
        )}
      </Field>
    </>,
  );
  expect(screen.getByRole("combobox", { name: "Role" })).toHaveDisplayValue("Member");
  expect(screen.getByRole("combobox", { name: "Status" })).toHaveDisplayValue("Active");
});
