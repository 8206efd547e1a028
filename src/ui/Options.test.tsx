import { expect, test } from "@jest/globals";
import { render, screen } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { Options } from "./Options.tsx";
import { Select } from "./Select.tsx";

const PEOPLE = Array.from({ length: 500 }, (_, index) => ({
  id: String(index),
  name: `Person ${index}`,
}));

const assignee = (selected: string) => (
  <Select aria-label="Assignee" value={selected} onChange={() => undefined}>
    <option value="">Unassigned</option>
    <Options list={PEOPLE} selected={selected} unknown="Somebody" />
  </Select>
);

test("a long list of options is completed after the first render, and the selected option stays", () => {
  const first = renderToStaticMarkup(assignee("300"));
  expect(first.split("<option")).toHaveLength(23);
  expect(first).toMatch(/selected="">Person 300</);
  render(assignee("300"));
  const select = screen.getByRole<HTMLSelectElement>("combobox");
  expect([...select.options].map(({ value }) => value)).toEqual([
    "",
    ...PEOPLE.map(({ id }) => id),
  ]);
  expect(select.selectedOptions[0]?.text).toBe("Person 300");
});

test("an unknown selected id has its own option in a long list, too", () => {
  render(assignee("gone"));
  expect(screen.getByRole<HTMLSelectElement>("combobox").selectedOptions[0]?.text).toBe("Somebody");
});
