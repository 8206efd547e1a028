import { expectPath, signIn } from "./support/app.ts";
import { ACCOUNT } from "./support/server.ts";
import { expect, expectToast, test } from "./support/test.ts";

test("a registration leads to the dashboard with a welcome toast", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("link", { name: "Create one" }).click();
  await expect(page.getByRole("heading", { name: "Create Account" })).toBeVisible();

  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText("Email is required")).toBeVisible();
  await expect(page.getByText("Password is required")).toBeVisible();

  await page.getByLabel("Email Address").fill("grace.hopper@example.com");
  await page.getByPlaceholder("Minimum 8 characters").fill("short");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText("Password must be at least 8 characters")).toBeVisible();

  await page.getByPlaceholder("Minimum 8 characters").fill("long enough");
  await page.getByLabel("Role").selectOption("Admin");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expectToast(page, "Welcome Grace Hopper! Your account has been created.");
  await expectPath(page, "/");

  await page.goBack();
  await expect(page.getByRole("heading", { name: "Create Account" })).toBeHidden();
});

test("a user signs in after a wrong password, and stays signed in after a reload and in a new tab @firefox", async ({
  page,
  server,
  context,
}) => {
  await server.signUp();
  await page.goto("/login");
  await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
  await signIn(page, { ...ACCOUNT, password: "something else" });
  await expectToast(page, "Invalid email or password");
  await expect(page.getByRole("main").getByRole("alert")).toHaveText("Invalid email or password");
  await expect(page.getByLabel("Email Address")).toHaveValue(ACCOUNT.email);
  await expectPath(page, "/login");

  await signIn(page, ACCOUNT);
  await expectToast(page, "Welcome back, Ada Lovelace!");
  await expectPath(page, "/");

  await page.reload();
  await expect(page.getByRole("banner").getByText("Ada Lovelace")).toBeVisible();
  await expectPath(page, "/");

  const tab = await context.newPage();
  await tab.goto("/kanban");
  await expect(tab.getByRole("heading", { name: "Kanban Board" })).toBeVisible();
});

test("a password manager that fills the fields unnoticed signs in @firefox", async ({
  page,
  server,
}) => {
  await server.signUp();
  await page.goto("/login");
  const fill = (label: string, text: string) =>
    page.getByLabel(label, { exact: true }).evaluate((input, value) => {
      // React overrides `value` of the element.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, value);
    }, text);
  await fill("Email Address", ACCOUNT.email);
  await fill("Password", ACCOUNT.password);
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(ACCOUNT.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expectPath(page, "/");
});

test("after a logout the browser's Back shows no data @firefox", async ({
  page,
  server,
  openAs,
}) => {
  await openAs(await server.signUp(), "/");
  await page.getByRole("navigation").getByRole("link", { name: "Progress" }).click();
  await expect(page.getByRole("heading", { name: "Kanban Board" })).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).click();
  await expectToast(page, "Logged out successfully");
  await expectPath(page, "/login");
  expect(await page.evaluate(() => localStorage.getItem("refreshToken"))).toBeNull();
  expect(await page.evaluate(() => localStorage.getItem("user"))).toBeNull();

  await page.goBack();
  await expectPath(page, "/login");
  await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
});

test.describe("with access tokens of three seconds", () => {
  test.use({ serverEnv: { ACCESS_TOKEN_TTL: "3" } });

  test("an expired access token is refreshed silently", async ({ page, server, openAs }) => {
    const session = await server.signUp();
    await server.addTask(session, { title: "Feed the cat" });
    let bearer = "";
    page.on("request", (request) => {
      bearer = request.headers()["authorization"] ?? bearer;
    });
    await openAs(session, "/kanban");
    await expect(page.getByRole("link", { name: "Feed the cat" })).toBeVisible();
    // The page can't know that its token has expired; the server responds 401.
    const me = () => fetch(`${server.url}/api/auth/me`, { headers: { authorization: bearer } });
    await expect.poll(async () => (await me()).status).toBe(401);

    await page.getByRole("button", { name: "Actions (Feed the cat)" }).click();
    await page.getByRole("menuitem", { name: "Move to Done" }).click();
    await expectToast(page, "Task moved to Done");
    await expectPath(page, "/kanban");
    await expect(page.getByText("Session expired")).toBeHidden();
  });

  test("a session that the server ended redirects to sign-in with a toast", async ({
    page,
    server,
    openAs,
  }) => {
    const session = await server.signUp();
    await server.addTask(session, { title: "Feed the cat" });
    // The event stream would report the end of the session at once. In this test the move must be the
    // first call that reveals it.
    await page.route("**/api/events", (route) => route.fulfill({ status: 404 }));
    await openAs(session, "/kanban");
    await page.getByRole("button", { name: "Actions (Feed the cat)" }).click();
    await expect(page.getByRole("menuitem", { name: "Move to Done" })).toBeVisible();
    const shown = Promise.withResolvers<void>();
    await page.route("**/api/**", async (route) => {
      if (route.request().method() === "GET") await shown.promise;
      await route.fallback();
    });
    const kept = await page.evaluate(() => localStorage.getItem("refreshToken"));
    await server.call("POST", "/api/auth/logout", { refreshToken: kept });

    await page.getByRole("menuitem", { name: "Move to Done" }).click();
    await expectToast(page, "Session expired. Please login again.");
    shown.resolve();
    await expectPath(page, "/login");
    expect(await page.evaluate(() => localStorage.getItem("refreshToken"))).toBeNull();
    expect(await page.evaluate(() => localStorage.getItem("user"))).toBeNull();
  });
});
