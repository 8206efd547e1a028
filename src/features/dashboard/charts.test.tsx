import { describe, expect, it } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { formatDay } from "#lib/dates/day.ts";
import {
  address,
  dayIn,
  figures,
  openDashboard,
  openWithResponses,
} from "#testing/screens/dashboard.tsx";

const chart = (name: RegExp) => screen.findByRole("figure", { name });

describe("the dashboard's charts", () => {
  it("one chart can show without the other", async () => {
    await openDashboard({ tasks: [{ priority: "Low" }] });
    expect(
      await screen.findByRole("heading", { name: "Task Priority Distribution" }),
    ).toBeVisible();
    expect(screen.queryByText(/Upcoming Deadlines/)).not.toBeInTheDocument();
  });

  it("the priority chart has a text alternative, and a table whose rows link to the same tasks", async () => {
    const { user } = await openDashboard({
      tasks: [{ priority: "High" }, { priority: "High", status: "Done" }, { priority: "Low" }],
    });
    expect(await chart(/^Task Priority Distribution/)).toHaveAccessibleName(
      "Task Priority Distribution: Low 1, Medium 0, High 2",
    );
    await user.click(screen.getByText("Show as table"));
    const table = screen.getByRole("table");
    expect(
      within(table)
        .getAllByRole("row")
        .map((it) => it.textContent),
    ).toEqual(["PriorityTasks", "Low1", "Medium0", "High2"]);
    await user.click(within(table).getByRole("link", { name: "High" }));
    expect(await screen.findByText("2 total tasks")).toBeVisible();
    expect(address()).toBe("/tasks?priority=High");
  });

  it("the priority chart draws a slice for each priority that has tasks, in its colour", async () => {
    await openWithResponses(
      figures({
        total: 6,
        byPriority: [
          { priority: "Low", count: "1" },
          { priority: "Medium", count: "0" },
          { priority: "High", count: "2" },
          { priority: "Urgent", count: 3 },
        ],
      }),
    );
    const pie = await chart(/Low 1, Medium 0, High 2, Urgent 3$/);
    const fills = [...pie.querySelectorAll("path[fill]")].map((it) => it.getAttribute("fill"));
    expect(fills).toEqual(["var(--tone-green-dot)", "var(--tone-red-dot)", "var(--tone-grey-dot)"]);
  });

  it("a slice shows its figure on hover, and links to its tasks", async () => {
    const { user } = await openDashboard({ tasks: [{ priority: "High" }, { priority: "High" }] });
    const pie = await chart(/^Task Priority/);
    const slice = pie.querySelector("path[fill='var(--tone-red-dot)']") ?? pie;
    await user.hover(slice);
    await waitFor(() => expect(pie).toHaveTextContent("High2 tasks"));
    await user.click(slice);
    expect(await screen.findByText("2 total tasks")).toBeVisible();
    expect(address()).toBe("/tasks?priority=High");
  });

  it("the priority chart shows a text if no priority has tasks", async () => {
    await openWithResponses(figures({ byPriority: [{ priority: "Low", count: "0" }] }));
    expect(await screen.findByText("No tasks yet")).toBeVisible();
  });

  it("the deadlines chart shows the next 14 days including today, with whole numbers on the axis", async () => {
    const { user } = await openDashboard({
      tasks: [
        { due_date: dayIn(0) },
        { due_date: dayIn(13) },
        { due_date: dayIn(13) },
        { due_date: dayIn(13), status: "Done" },
        { due_date: dayIn(14) },
        { due_date: dayIn(-1) },
      ],
    });
    const bars = await chart(/^Upcoming Deadlines/);
    expect(
      screen.getByRole("heading", { name: "Upcoming Deadlines (Next 14 Days)" }),
    ).toBeVisible();
    expect(bars).toHaveAccessibleName(
      `Upcoming Deadlines (Next 14 Days): ${formatDay(dayIn(0))} 1, ${formatDay(dayIn(13))} 2`,
    );
    const texts = [...bars.querySelectorAll("text")].map((it) => it.textContent ?? "");
    expect(texts).toContain("Tasks Due");
    expect(texts).toContain("Number of Tasks");
    const numbers = texts.filter((it) => /^[\d.]+$/.test(it));
    const days = Array.from({ length: 14 }, (_, index) => String(Number(dayIn(index).slice(8))));
    expect(numbers).toEqual([...days, "0", "1", "2"]);
    expect(texts).toContain(formatDay(dayIn(0)).slice(0, 3));

    const card = screen.getByRole("region", { name: /^Upcoming Deadlines/ });
    await user.click(within(card).getByText("Show as table"));
    await user.click(within(card).getByRole("link", { name: formatDay(dayIn(13)) }));
    expect(await screen.findByText("2 total tasks")).toBeVisible();
    expect(address()).toBe(`/tasks?due=${dayIn(13)}`);
  });

  it("a bar shows its figure on hover, and links to its tasks", async () => {
    const { user } = await openDashboard({ tasks: [{ due_date: dayIn(3) }] });
    const bars = await chart(/^Upcoming Deadlines/);
    const bar = bars.querySelector("[data-testid^='bar.item']:not([height='0'])") ?? bars;
    await user.hover(bar);
    await waitFor(() => expect(bars).toHaveTextContent(`${formatDay(dayIn(3))}1 task`));
    await user.click(bar);
    expect(await screen.findByText("1 total task")).toBeVisible();
    expect(address()).toBe(`/tasks?due=${dayIn(3)}`);
  });

  it("the deadlines chart shows 'No upcoming deadlines' when every count is zero", async () => {
    await openWithResponses(figures({ deadlines: [{ date: dayIn(1), count: "0" }] }));
    expect(await screen.findByText("No upcoming deadlines")).toBeVisible();
    expect(
      screen.getByRole("heading", { name: "Upcoming Deadlines (Next 14 Days)" }),
    ).toBeVisible();
    expect(screen.queryByText("Show as table")).not.toBeInTheDocument();
  });
});
