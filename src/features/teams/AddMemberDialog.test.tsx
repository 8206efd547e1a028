import { expect, it } from "@jest/globals";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Provider } from "react-redux";
import { makeTestStore, openBackend } from "#testing/renderApp.tsx";
import { AddMemberDialog } from "./AddMemberDialog.tsx";

it("without an open team says 'No team selected' and sends nothing", async () => {
  const backend = await openBackend();
  backend.answer("GET /api/users", { users: [{ id: 5, name: "Grace", email: "g@example.com" }] });
  render(
    <Provider store={makeTestStore()}>
      <AddMemberDialog team={null} members={[]} onClose={() => undefined} />
    </Provider>,
  );
  await screen.findByRole("option", { name: /Grace/ });
  await userEvent.selectOptions(screen.getByLabelText("User"), "5");
  await userEvent.click(screen.getByRole("button", { name: "Add Member" }));
  expect(await screen.findByText("No team selected")).toBeInTheDocument();
  expect(backend.callsOf("POST /api/teams/{id}/members")).toHaveLength(0);
});
