import { describe, expect, it } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import { bar, box, button, saved, ticked, toast } from "#testing/screens/taskBulk.tsx";
import { many, openList, SEARCH } from "#testing/screens/taskList.tsx";

const queryBar = () => screen.queryByRole("region", { name: "Selected tasks" });

describe("selecting tasks", () => {
  it("shows the actions while a task is selected, by a click or the key x, until Escape, and a range with Shift, in cards and in the table", async () => {
    const { user } = await openList({ tasks: many(5) });
    expect(queryBar()).not.toBeInTheDocument();
    await user.click(box("Task number 3"));
    expect(await (await bar()).findByText("1 selected")).toBeInTheDocument();
    await user.click(await button("Clear selection"));
    expect(queryBar()).not.toBeInTheDocument();
    expect(box("Task number 3")).toHaveFocus();
    expect(ticked()).toEqual([]);

    const task = screen.getByRole("link", { name: "Task number 3" });
    task.focus();
    await user.keyboard("x");
    expect(ticked()).toEqual(["Task number 3"]);
    await bar();
    await user.keyboard("{Escape}");
    expect(ticked()).toEqual([]);
    expect(task).toHaveFocus();
    await user.keyboard("x");
    await bar();
    await user.keyboard(".");
    expect(await button("Status")).toHaveFocus();
    await user.keyboard("{Escape}");
    expect(ticked()).toEqual([]);
    expect(task).toHaveFocus();

    await user.click(box("Task number 4"));
    await user.keyboard("{Shift>}");
    await user.click(box("Task number 2"));
    await user.keyboard("{/Shift}");
    expect(ticked()).toEqual([4, 3, 2].map((number) => `Task number ${number}`));
    await user.click(await screen.findByRole("button", { name: "Table" }));
    expect(await screen.findByRole("table", { name: "Tasks" })).toBeInTheDocument();
    expect(ticked()).toHaveLength(3);
    await user.click(box("Task number 5"));
    expect(await (await bar()).findByText("4 selected")).toBeInTheDocument();
  });

  it("by keys: the first j enters the list, Shift with j or an arrow extends, letters act on the selection wherever the focus is, and then it is where it was", async () => {
    const { user, backend } = await openList({ tasks: many(4) });
    await user.click(screen.getByRole("button", { name: "Table" }));
    const row = (number: number) => screen.getByRole("link", { name: `Task number ${number}` });
    const choose = async (name: string) =>
      await user.click(within(await screen.findByRole("listbox")).getByRole("option", { name }));
    const priorities = async () => (await saved(backend)).map(({ priority }) => priority);
    screen.getByRole("heading", { level: 1 }).focus();
    await user.keyboard("j");
    expect(row(4)).toHaveFocus();
    await user.keyboard("jk{Shift>}j{ArrowDown}{/Shift}");
    expect(ticked()).toEqual([4, 3, 2].map((number) => `Task number ${number}`));
    await user.keyboard("{Shift>}k{/Shift}");
    expect(ticked()).toEqual([4, 3].map((number) => `Task number ${number}`));
    // The focused row is not selected, and no other one counts.
    await user.keyboard("jjp");
    expect(row(1)).not.toHaveFocus();
    await choose("High");
    expect(await toast("Priority of 2 tasks changed to High")).toBeInTheDocument();
    expect(row(1)).toHaveFocus();
    expect(await priorities()).toEqual(["Medium", "Medium", "High", "High"]);
    // A change begun at the bar leaves the focus in the list too.
    await user.keyboard(".{Enter}");
    await user.keyboard("{Escape}");
    expect(await button("Status")).toHaveFocus();
    await user.keyboard("p");
    await choose("Low");
    expect(await toast("Priority of 2 tasks changed to Low")).toBeInTheDocument();
    expect(row(1)).toHaveFocus();
    await user.click(box("Task number 1"));
    await user.keyboard("p");
    await choose("High");
    expect(await toast("Priority of 3 tasks changed to High")).toBeInTheDocument();
    expect(box("Task number 1")).toHaveFocus();
    await user.keyboard("{Escape}{ArrowDown}{ArrowUp}p");
    await choose("Low");
    expect(await toast("Priority changed to Low")).toBeInTheDocument();
    expect(await priorities()).toEqual(["High", "Low", "High", "High"]);
  });

  it("keeps the selection on other pages, selects all that match, and ends with other filters", async () => {
    const { user, backend } = await openList({
      tasks: [...many(104), { title: "Other", status: "Done" }],
    });
    await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "Todo");
    await screen.findByText("104 total tasks");
    await user.click(box("Task number 104"));
    await user.click(screen.getByRole("button", { name: "Next" }));
    await screen.findByRole("heading", { name: "Task number 54" });
    expect(await (await bar()).findByText("1 selected (1 not shown)")).toBeInTheDocument();
    await user.click((await bar()).getByRole("checkbox", { name: "Select all 50" }));
    const before = backend.callsOf(SEARCH).length;
    await user.click(await button("Select all 104 that match"));
    expect(await (await bar()).findByText("104 selected (54 not shown)")).toBeInTheDocument();
    // The server finds at most 100 tasks a page.
    expect(backend.callsOf(SEARCH)).toHaveLength(before + 2);
    await user.selectOptions(screen.getByRole("combobox", { name: "Priority" }), "Medium");
    await screen.findByRole("heading", { name: "Task number 104" });
    expect(queryBar()).not.toBeInTheDocument();
  });
});
