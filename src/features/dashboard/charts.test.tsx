import { describe, expect, it } from "@jest/globals";
import { screen, within } from "@testing-library/react";
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
  it("the charts of priorities and of the next 14 days have text alternatives, and tables whose rows link to the same tasks", async () => {
    const { user } = await openDashboard({
      tasks: [
        { priority: "High", due_date: dayIn(0) },
        { priority: "High", due_date: dayIn(13) },
        { priority: "Low", due_date: dayIn(13) },
        { priority: "Low", due_date: dayIn(13), status: "Done" },
        { priority: "Low", due_date: dayIn(14) },
        { priority: "Low", due_date: dayIn(-1) },
      ],
    });
    expect(await chart(/^Task Priority Distribution/)).toHaveAccessibleName(
      "Task Priority Distribution: Low 4, Medium 0, High 2",
    );
    const priorities = screen.getByRole("region", { name: /^Task Priority/ });
    await user.click(within(priorities).getByText("Show as table"));
    const table = screen.getByRole("table");
    expect(
      within(table)
        .getAllByRole("row")
        .map((it) => it.textContent),
    ).toEqual(["PriorityTasks", "Low4", "Medium0", "High2"]);
    await user.click(within(table).getByRole("link", { name: "High" }));
    expect(await screen.findByText("2 total tasks")).toBeVisible();
    expect(address()).toBe("/tasks?priority=High");

    await user.click(screen.getByRole("link", { name: "Dashboard" }));
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
    // One chart can show without the other.
    expect(screen.queryByText(/Upcoming Deadlines/)).not.toBeInTheDocument();
    const fills = [...pie.querySelectorAll("path[fill]")].map((it) => it.getAttribute("fill"));
    expect(fills).toEqual(["var(--tone-green-dot)", "var(--tone-red-dot)", "var(--tone-grey-dot)"]);
  });

  it("the charts say that there is nothing if every count is zero", async () => {
    const byPriority = [{ priority: "Low", count: "0" }];
    await openWithResponses(figures({ byPriority, deadlines: [{ date: dayIn(1), count: "0" }] }));
    expect(await screen.findByText("No tasks yet")).toBeVisible();
    expect(await screen.findByText("No upcoming deadlines")).toBeVisible();
    const name = "Upcoming Deadlines (Next 14 Days)";
    expect(screen.getByRole("heading", { name })).toBeVisible();
    const card = within(screen.getByRole("region", { name }));
    expect(card.queryByText("Show as table")).not.toBeInTheDocument();
  });
});
