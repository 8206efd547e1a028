import { expect, expectAccessible, test } from "./support/test.ts";

/** Each screen with filters beside the list: one of its selects, and a value. */
const SCREENS = [
  { path: "/users", label: "Role", value: "admin", address: /role=admin/ },
  { path: "/activity", label: "Tasks", value: "mine", address: /scope=mine/ },
  { path: "/audit", label: "Action", value: "team.created", address: /action=team.created/ },
];

test("on a phone the filters of users, activity and the audit log are in one sheet", async ({
  page,
  server,
  openAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(await server.signUp({ role: "admin" }), "/profile");
  for (const { path, label, value, address } of SCREENS)
    await test.step(path, async () => {
      await page.goto(path);
      const select = page.getByRole("combobox", { name: label, exact: true });
      const button = page.getByRole("button", { name: "Filters", exact: true });
      await expect(button).toBeVisible();
      await expect(select).toHaveCount(0);
      await button.click();
      const sheet = page.getByRole("dialog", { name: "Filters" });
      await select.selectOption(value);
      await expect(page).toHaveURL(address);
      await expectAccessible(page);
      const box = await sheet.boundingBox();
      expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844);
      await page.keyboard.press("Escape");
      await expect(sheet).toBeHidden();
      await expect(page.getByRole("button", { name: "Filters (1)" })).toBeFocused();
    });
});
