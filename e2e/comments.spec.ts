import { COMMENTS_SHOWN } from "#contract/comment.ts";
import { paths } from "#lib/paths.ts";
import { expectNoSidewaysScroll } from "./support/app.ts";
import { expect, expectAccessible, test } from "./support/test.ts";

test("older comments can be loaded by keyboard, and the focus moves to them", async ({
  page,
  server,
  openAs,
}) => {
  const session = await server.signUp();
  const { id } = await server.addTask(session);
  const url = `/api/tasks/${id}/comments`;
  const token = session.accessToken;
  const count = COMMENTS_SHOWN + 2;
  for (let number = count; number > 0; number -= 1) {
    await server.call("POST", url, { comment: `Comment ${number}` }, token);
  }
  await openAs(session, paths.task(id));
  const comments = page.getByRole("article");
  await expect(comments).toHaveCount(COMMENTS_SHOWN);
  await expect(page.getByRole("heading", { name: `Comments (${count})` })).toBeVisible();
  const older = page.getByRole("button", { name: "Show older comments" });
  await older.scrollIntoViewIfNeeded();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await older.press("Enter");
  await expect(comments).toHaveCount(count);
  await expect(older).toBeHidden();
  await expect(page.getByText("2 older comments shown")).toBeAttached();
  await expect(page.getByRole("listitem").filter({ hasText: "Comment 101" })).toBeFocused();
});
