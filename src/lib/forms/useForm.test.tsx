import { expect, it, jest } from "@jest/globals";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { object, string } from "yup";
import type { FieldError } from "#contract/shapes/errors.ts";
import type { FormRules } from "./loadFormRules.ts";
import type * as formCode from "./useForm.ts";

const EMPTY = { name: "", town: "" };
const rule = object({ name: string().trim().required("Name is required") });

/** Loads the code of all rules. */
let load: () => Promise<FormRules>;

jest.mock("./loadFormRules.ts", () => ({ loadFormRules: () => load() }));
const { useForm } = jest.requireActual<typeof formCode>("./useForm.ts");

/** The rules as loaded, of which the form picks its own. */
const rules = { teamRule: rule } as unknown as FormRules;

/** A form whose rules load when the test resolves them. */
function openForm(given?: () => Promise<FormRules>) {
  const loads: { resolve: (rules: FormRules) => void }[] = [];
  let fetched: Promise<FormRules> | undefined;
  // Like import(), which loads once.
  const loadOnce = () => (fetched ??= new Promise((resolve) => loads.push({ resolve })));
  load = given ?? loadOnce;
  const save = jest.fn(
    async (_values: { name: string; town: string }): Promise<FieldError[] | undefined> => undefined,
  );
  function Form() {
    const { formProps, fieldProps, errorOf } = useForm({
      initialValues: EMPTY,
      rule: ({ teamRule }) => teamRule,
      save,
    });
    return (
      <form {...formProps}>
        <input aria-label="Name" aria-invalid={!!errorOf("name")} {...fieldProps("name")} />
        <p>{errorOf("name")}</p>
        <input aria-label="Town" {...fieldProps("town")} />
        <button type="submit">Save</button>
      </form>
    );
  }
  render(<Form />);
  return {
    loads,
    save,
    saved: () => save.mock.calls.map(([values]) => values),
    name: screen.getByRole("textbox", { name: "Name" }),
    button: screen.getByRole("button", { name: "Save" }),
  };
}

it("loads the rule when the form gets the focus, and submits once, with everything typed, when it has loaded", async () => {
  const { loads, save, saved, name, button } = openForm();
  expect(loads).toHaveLength(0);
  await userEvent.type(name, "Ada");
  await userEvent.click(button);
  await userEvent.click(button);
  expect(loads).toHaveLength(1);
  await userEvent.type(name, " Lovelace ");
  expect(save).not.toHaveBeenCalled();
  await act(async () => loads[0]?.resolve(rules));
  await act(async () => undefined);
  expect(saved()).toEqual([{ name: "Ada Lovelace", town: "" }]);
});

it("shows and focuses an error of a rule that loads only after the submit", async () => {
  const { loads, save, name, button } = openForm();
  await userEvent.click(button);
  await act(async () => loads[0]?.resolve(rules));
  expect(await screen.findByText("Name is required")).toBeVisible();
  await waitFor(() => expect(name).toHaveFocus());
  expect(save).not.toHaveBeenCalled();
  await userEvent.type(name, "A");
  expect(screen.queryByText("Name is required")).toBeNull();
});

it("submits without the rule if it can't be loaded, and loads it again the next time", async () => {
  const fail = jest.fn(() => Promise.reject(new Error("Loading chunk 7 failed")));
  const { saved, name, button } = openForm(fail);
  await userEvent.type(name, " ");
  const before = fail.mock.calls.length;
  await userEvent.click(button);
  await waitFor(() => expect(saved()).toEqual([{ name: " ", town: "" }]));
  expect(fail.mock.calls.length).toBeGreaterThan(before);
});
