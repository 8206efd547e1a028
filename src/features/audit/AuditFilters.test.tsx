import { describe, expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { act } from "react";
import { AUDIT_ACTIONS } from "#contract/audit.ts";
import { entries, startAudit } from "#testing/screens/auditPage.ts";
import { pick } from "#testing/screens/pick.ts";

const choose = (label: string) => screen.findByRole("combobox", { name: label });

describe("audit log filters", () => {
  test("filter by actor, subject and action, are in the address, and follow Back", async () => {
    const { grace, bob, byGrace, change, open } = await startAudit();
    await change(bob, { role: "admin" });
    await change(bob, { role: "member" });
    await byGrace("POST", "/api/teams", { name: "Design" });
    // Invalid filters show the whole log.
    const { user } = await open("/audit?action=user.praised&page=none&actor=");
    await screen.findByText("4 entries");
    const options = within(await choose("Action")).getAllByRole<HTMLOptionElement>("option");
    expect(options.map(({ value }) => value).sort()).toEqual(["", ...AUDIT_ACTIONS].sort());
    await pick(user, await choose("Done by"), "Grace Hopper");
    await screen.findByText("3 entries");
    expect(window.location.search).toBe(`?actor=${grace.user.id}`);
    await user.selectOptions(await choose("Action"), "Role changed");
    await screen.findByText("2 entries");
    await pick(user, await choose("Concerning"), /^Design/);
    expect(await screen.findByText("No entries found")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Reset filters" }));
    await screen.findByText("4 entries");
    expect(window.location.search).toBe("");
    act(() => window.history.go(-2));
    await screen.findByText("2 entries");
    expect(await choose("Action")).toHaveValue("user.role_changed");
    await user.click(screen.getByRole("button", { name: "Reset" }));
    await screen.findByText("4 entries");
  });

  test("clicking a name filters by the entries about that user or team, even if deleted", async () => {
    const { bob, byGrace, change, open } = await startAudit();
    await change(bob, { role: "admin" });
    await byGrace("DELETE", `/api/users/${bob.user.id}`);
    const { user } = await open();
    const [link] = await screen.findAllByRole("link", { name: "Bob Stone" });
    if (link) await user.click(link);
    await screen.findByText("2 entries");
    expect(await choose("Concerning")).toHaveTextContent("Bob Stone");
    const [actor] = screen.getAllByRole("link", { name: "Grace Hopper" });
    if (actor) await user.click(actor);
    expect(await choose("Done by")).toHaveTextContent("Grace Hopper");
    expect(await choose("Concerning")).toHaveTextContent("Concerning anyone");
  });

  test("show as chips, which remove them and move the focus to the next one or to the bar", async () => {
    const { grace, bob, change, open } = await startAudit();
    await change(bob, { role: "admin" });
    const { user } = await open(`/audit?actor=${grace.user.id}&subject=gone&action=team.created`);
    const chips = await screen.findByRole("list", { name: "Filters" });
    await waitFor(() => expect(chips).toHaveTextContent("Done by Grace Hopper"));
    expect(
      within(chips)
        .getAllByRole("button")
        .map(({ textContent }) => textContent),
    ).toEqual([
      "Remove filter: Done by Grace Hopper",
      "Remove filter: Concerning someone else",
      "Remove filter: Team created",
    ]);
    await user.click(screen.getByRole("button", { name: "Remove filter: Team created" }));
    const subject = screen.getByRole("button", { name: "Remove filter: Concerning someone else" });
    expect(subject).toHaveFocus();
    await user.click(subject);
    await screen.findByText("1 entry");
    expect(window.location.search).toBe(`?actor=${grace.user.id}`);
    await user.keyboard("{Enter}");
    expect(await choose("Done by")).toHaveFocus();
    expect(chips).not.toBeInTheDocument();
    expect(window.location.search).toBe("");
  });
});

test("the log's pages are in the address, end at the last one, and restart at 1 with a filter", async () => {
  const { bob, change, open } = await startAudit();
  for (let count = 0; count < 60; count += 1) await change(bob, { is_active: count % 2 === 1 });
  const { user } = await open("/audit?page=7");
  await waitFor(() => expect(entries()).toHaveLength(11));
  expect(window.location.search).toBe("?page=2");
  expect(screen.getByText("Page 2 of 2")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Previous" }));
  await waitFor(() => expect(entries()).toHaveLength(50));
  expect(screen.getByText("61 entries")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Next" }));
  await waitFor(() => expect(entries()).toHaveLength(11));
  expect(window.location.search).toBe("?page=2");
  expect(screen.getByRole("region", { name: "Entries" })).toHaveFocus();
  await user.selectOptions(await choose("Action"), "Activated");
  await screen.findByText("30 entries");
  expect(window.location.search).toBe("?action=user.activated");
});
