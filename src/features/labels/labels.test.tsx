import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import type { LabelResponse } from "#contract/shapes/label.ts";
import type { TaskResponse } from "#contract/shapes/task.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { createTask } from "#testing/screens/create.ts";

test("labels are chosen and created in the picker; what others add stays, also after an undo", async () => {
  const backend = await openBackend();
  const grace = await backend.as("admin");
  const label = async (name: string) =>
    ((await grace.call("POST", "/api/labels", { name })).body as LabelResponse).label.id;
  const bug = await label("Bug");
  for (const name of ["Client: Acme", "Client: Initech"]) await label(name);
  const { id } = await createTask(grace, "Write the report");
  const labels = async () =>
    ((await grace.call("GET", `/api/tasks/${id}`)).body as TaskResponse).task.labels;
  const { user } = await renderApp({ path: `/tasks/${id}`, as: "member", backend });
  const properties = within(await screen.findByRole("complementary", { name: "Properties" }));
  await user.click(await properties.findByRole("button", { name: "No labels" }));
  const picker = within(await screen.findByRole("dialog", { name: /^Labels/ }));
  await user.click(await picker.findByRole("option", { name: "Client: Acme" }));
  await grace.call("PATCH", `/api/tasks/${id}`, { labels: { add: [bug] } });
  await user.click(picker.getByRole("option", { name: "Client: Initech" }));
  expect(picker.getByRole("option", { name: "Client: Acme" })).not.toHaveAttribute(
    "aria-selected",
    "true",
  );
  await user.type(picker.getByRole("combobox"), "Urgent");
  await user.click(await picker.findByRole("option", { name: "Create “Urgent”" }));
  await waitFor(async () => expect(await labels()).toHaveLength(3));
  const names = async () => {
    const all = (await grace.call("GET", "/api/labels")).body as {
      labels: { id: string; name: string }[];
    };
    const own = await labels();
    return all.labels.filter((one) => own?.includes(one.id)).map(({ name }) => name);
  };
  expect(await names()).toEqual(["Bug", "Client: Initech", "Urgent"]);
  await user.keyboard("{Escape}");
  expect(await properties.findByText("Urgent")).toBeVisible();
  await user.keyboard("{Control>}z{/Control}");
  await waitFor(async () => expect(await labels()).toHaveLength(2));
  expect(await names()).toEqual(["Bug", "Client: Initech"]);
});
