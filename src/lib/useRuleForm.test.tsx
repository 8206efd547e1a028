import { expect, it, jest } from "@jest/globals";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type AnyObjectSchema, object, string } from "yup";
import { useRuleForm } from "./useRuleForm.ts";

const rule = object({ name: string().trim().required("Name is required") });

/** A form on a rule that comes when told to. */
function openForm(loadRule?: () => Promise<AnyObjectSchema>) {
  const asked: { resolve: (rule: AnyObjectSchema) => void }[] = [];
  const load = loadRule ?? (() => new Promise((resolve) => asked.push({ resolve })));
  const save = jest.fn(async (_values: { name: string }) => undefined);
  function Form() {
    const { formProps, fieldProps, errorOf } = useRuleForm({ name: "" }, load, save);
    return (
      <form {...formProps}>
        <input aria-label="Name" aria-invalid={!!errorOf("name")} {...fieldProps("name")} />
        <p>{errorOf("name")}</p>
        <button type="submit">Save</button>
      </form>
    );
  }
  render(<Form />);
  return {
    asked,
    save,
    name: screen.getByRole("textbox", { name: "Name" }),
    button: screen.getByRole("button", { name: "Save" }),
  };
}

it("fetches the rule when somebody turns to the form, once", async () => {
  const { asked, name, button } = openForm();
  expect(asked).toHaveLength(0);
  await userEvent.type(name, "Ada");
  await userEvent.click(button);
  expect(asked).toHaveLength(1);
});

it("waits for a rule that is on its way: sent once, with all that was typed", async () => {
  const { asked, save, name, button } = openForm();
  await userEvent.type(name, "Ada");
  await userEvent.click(button);
  await userEvent.click(button);
  await userEvent.type(name, " Lovelace ");
  expect(save).not.toHaveBeenCalled();
  await act(async () => asked[0]?.resolve(rule));
  await act(async () => undefined);
  expect(save.mock.calls).toEqual([[{ name: "Ada Lovelace" }]]);
});

it("says what a rule complains about when it comes, at the field, which gets the focus", async () => {
  const { asked, save, name, button } = openForm();
  await userEvent.click(button);
  await act(async () => asked[0]?.resolve(rule));
  expect(await screen.findByText("Name is required")).toBeVisible();
  expect(name).toHaveFocus();
  expect(save).not.toHaveBeenCalled();
  await userEvent.type(name, "A");
  expect(screen.queryByText("Name is required")).toBeNull();
});

it("leaves the judgement to the server when the rule doesn't come, and asks for it anew", async () => {
  const load = jest.fn(() => Promise.reject(new Error("Loading chunk 7 failed")));
  const { save, name, button } = openForm(load);
  await userEvent.type(name, " ");
  const before = load.mock.calls.length;
  await userEvent.click(button);
  await waitFor(() => expect(save.mock.calls).toEqual([[{ name: " " }]]));
  expect(load.mock.calls.length).toBeGreaterThan(before);
});
