import { expect, it } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { searchText } from "#server/db/text/searchText.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";

const USERS = "GET /api/users";
const LIST = "Email addresses";

/** Opens the dialog with `count` members: p0@example.com, p1@… The first of them is inactive. */
async function openDialog(count: number) {
  const backend = await openBackend();
  const inactive = { name: "Person 1000", email: "p0@example.com", is_active: 0 } as const;
  const { user } = await backend.as("member", inactive);
  const others = Array.from({ length: count - 1 }, (_none, at) => {
    const email = `p${at + 1}@example.com`;
    const added = { id: `u${at}`, name: `Person ${1001 + at}`, email, email_key: email };
    const search_text = searchText(added.name, email);
    return { ...user, ...added, search_text, is_active: 1 as const };
  });
  await backend.db.insertInto("users").values(others).execute();
  const app = await renderApp({ path: "/users", as: "admin", backend });
  await screen.findByRole("table");
  await app.user.click(screen.getByRole("button", { name: "Select by list…" }));
  const dialog = await screen.findByRole("dialog", { name: "Select users by a list" });
  return { ...app, dialog: within(dialog) };
}

const box = (id: number) => screen.getByRole("checkbox", { name: `Select Person ${1000 + id}` });
const selectButton = () => screen.getByRole("button", { name: /^Select \d+ users?$/ });

it("previews the users that a pasted list will select", async () => {
  const { user, dialog, backend } = await openDialog(3);
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  await user.click(box(1));
  await user.click(screen.getByRole("button", { name: "Select by list…" }));
  expect(selectButton()).toBeDisabled();
  await user.click(screen.getByLabelText(LIST));
  const { email } = (await backend.db
    .selectFrom("users")
    .select("email")
    .where("role", "=", "admin")
    .executeTakeFirst()) ?? { email: "" };
  await user.paste(
    `P0@EXAMPLE.COM; Max <nobody@example.com>\np1@example.com\np2@example.com, p2@example.com\n${email}\nno address`,
  );
  expect(await screen.findByText("Found: 2 users, 1 of them inactive")).toBeInTheDocument();
  expect(screen.getByText("Already selected: 1")).toBeInTheDocument();
  expect(screen.getByText(/^Can't be selected/)).toHaveTextContent(
    `Can't be selected (Your own account, the last active admin): ${email}`,
  );
  expect(screen.getByText("Not found: 2")).toBeInTheDocument();
  expect(screen.getByRole("textbox", { name: "Not found" })).toHaveValue(
    "nobody@example.com\nno address",
  );
  await user.click(screen.getByRole("button", { name: "Copy the addresses that were not found" }));
  expect(await navigator.clipboard.readText()).toBe("nobody@example.com\nno address");
  expect(box(2)).not.toBeChecked();
  await user.click(selectButton());
  expect(await screen.findByText("3 selected")).toBeInTheDocument();
  for (const id of [0, 1, 2]) expect(box(id)).toBeChecked();
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Select by list…" })).toHaveFocus(),
  );
});

it("reads a CSV file, says why another file can't be read, and asks before it discards a list", async () => {
  const { user } = await openDialog(2);
  const input = screen.getByLabelText("Or choose a CSV or text file");
  await user.upload(input, new File(["PK\0\0"], "table.csv"));
  expect(await screen.findByText(/^This is no text file/)).toBeInTheDocument();
  const csv = "Name;Email;Role\nOne;p1@example.com;member\nZero;p0@example.com;member\n";
  await user.upload(input, new File([csv], "people.csv", { type: "text/csv" }));
  expect(await screen.findByText("Found: 2 users, 1 of them inactive")).toBeInTheDocument();
  expect(screen.queryByText(/^This is no text file/)).not.toBeInTheDocument();
  await user.keyboard("{Escape}");
  const question = await screen.findByRole("alertdialog", { name: "Discard this list?" });
  await user.click(within(question).getByRole("button", { name: "Keep editing" }));
  await user.click(selectButton());
  expect(await screen.findByText("2 selected")).toBeInTheDocument();
});

it("finds users whom the table has not loaded, after a failure and a retry, and keeps them selected", async () => {
  const { user, dialog, backend } = await openDialog(130);
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  backend.fail(USERS, { status: 500, body: { error: "Broken" } });
  await user.click(screen.getByRole("button", { name: "Select by list…" }));
  expect(await screen.findByText("Failed to fetch users")).toBeInTheDocument();
  await user.click(screen.getByLabelText(LIST));
  await user.paste("p129@example.com\np1@example.com");
  expect(selectButton()).toBeDisabled();
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Found: 2 users")).toBeInTheDocument();
  const calls = backend.callsOf(USERS).length;
  await user.click(selectButton());
  expect(await screen.findByText("2 selected (1 not shown)")).toBeInTheDocument();
  await user.type(screen.getByLabelText("Search users"), "p129@");
  await waitFor(() => expect(box(129)).toBeChecked());
  expect(backend.callsOf(USERS)).toHaveLength(calls + 1);
});
