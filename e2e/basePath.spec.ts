import type { Page } from "@playwright/test";
import type { SessionResponse } from "#contract/shapes/session.ts";
import type { TaskResponse } from "#contract/shapes/task.ts";
import { freePort } from "#server/testing/process.ts";
import { card, column, expectPath } from "./support/app.ts";
import { SERVER_DOWN } from "./support/problems.ts";
import { ReverseProxy } from "./support/proxies.ts";
import { ACCOUNT, TestServer } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

test.use({ serviceWorkers: "allow", serverEnv: { BASE_PATH: "/a" } });

const GRACE = { ...ACCOUNT, email: "grace.hopper@example.com" };

async function register(page: Page, { email, password } = ACCOUNT): Promise<void> {
  await expect(page.getByRole("heading", { name: "Create Account" })).toBeVisible();
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
}

/** Adds a task as another session of Ada's, so that it reaches the page as a live update. */
async function addTask(server: TestServer, title: string): Promise<void> {
  const { email, password } = ACCOUNT;
  const call = <T>(url: string, body: object, token?: string) =>
    server.call<T>("POST", `/a/api${url}`, body, token);
  const { accessToken } = await call<SessionResponse>("/auth/login", { email, password });
  const task = { title, description: "", status: "Todo", priority: "Medium" };
  await call("/tasks", task, accessToken);
}

for (const name of ["nginx", "caddy"] as const) {
  test(`the log of ${name} has no addresses of calendar feeds, also while the server is down @chromium`, async () => {
    const proxy = await ReverseProxy.start(name, { "/a": `http://127.0.0.1:${await freePort()}` });
    try {
      expect((await fetch(`${proxy.url}/a/api/calendar/secret.ics`)).status).toBe(502);
      expect((await fetch(`${proxy.url}/a/api/logged`)).status).toBe(502);
      await expect.poll(() => proxy.log).toContain("/a/api/logged");
      expect(proxy.log).not.toContain("secret");
    } finally {
      await proxy.close();
    }
  });

  test(`behind ${name}, a file of 20 MiB is imported or attached, and nothing else is larger than 128 KB @chromium`, async ({
    server,
  }) => {
    const { accessToken } = await server.call<SessionResponse>("POST", "/a/api/auth/register", {
      ...ACCOUNT,
      role: "admin",
    });
    const proxy = await ReverseProxy.start(name, { "/a": server.url });
    const upload = (path: string, bytes: number) => {
      const row = `Mend the net,${"rope ".repeat(1_990)}\n`;
      const body = `Title,Description\n${row.repeat(Math.ceil(bytes / row.length))}`;
      const headers = {
        authorization: `Bearer ${accessToken}`,
        "content-type": "application/octet-stream",
      };
      return fetch(`${proxy.url}/a/api/${path}`, { method: "POST", headers, body });
    };
    try {
      const response = await upload("imports?name=tasks.csv", 20 * 2 ** 20);
      expect([response.status, await response.text()]).toEqual([
        201,
        expect.stringContaining('"total":'),
      ]);
      const { task } = await server.call<TaskResponse>(
        "POST",
        "/a/api/tasks",
        { title: "Mend the net", priority: "Low" },
        accessToken,
      );
      const files = `tasks/${task.id}/files?name=rope.txt`;
      expect((await upload(files, 20 * 2 ** 20)).status).toBe(201);
      // Parts of an upload have 1 MB. This one is of no upload.
      const part = await fetch(`${proxy.url}/a/api/tasks/${task.id}/uploads?key=none`, {
        method: "PATCH",
        headers: {
          authorization: `Bearer ${accessToken}`,
          "content-type": "application/offset+octet-stream",
          "upload-offset": "0",
        },
        body: Buffer.alloc(2 ** 20),
      });
      expect(part.status).toBe(404);
      // Caddy reports its own limit as a broken connection to the server.
      expect((await upload("tasks", 200_000)).status).toBe(name === "nginx" ? 413 : 502);
    } finally {
      await proxy.close();
    }
  });

  test(`behind ${name}, two Taskdecks under /a and /b of one origin are complete and separate`, async ({
    page,
    server,
    host,
    problems,
  }) => {
    problems.expect(SERVER_DOWN);
    problems.expect(/net::ERR_|Failed to load resource/);
    const other = await TestServer.start(host.run, { BASE_PATH: "/b" });
    const proxy = await ReverseProxy.start(name, { "/a": server.url, "/b": other.url });
    try {
      // Both paths also work without a slash at the end.
      await page.goto(`${proxy.url}/a`);
      await expectPath(page, "/a/login");
      await page.getByRole("link", { name: "Create one" }).click();
      await expectPath(page, "/a/register");
      await register(page);
      await expectPath(page, "/a/");
      await page.goto(`${proxy.url}/b/register`);
      await register(page, GRACE);
      await expectPath(page, "/b/");

      // Each installation has its own session, service worker and files.
      await page.goto(`${proxy.url}/a/`);
      await page.getByRole("link", { name: "Progress", exact: true }).click();
      await expectPath(page, "/a/kanban");
      await page.reload();
      await expect(page.getByText("Ada Lovelace").first()).toBeVisible();
      const stored = await page.evaluate(() => Object.keys(localStorage));
      for (const key of ["/a/refreshToken", "/b/refreshToken"]) expect(stored).toContain(key);
      expect(stored).not.toContain("refreshToken");
      const kept = await page.evaluate(async () => {
        const { scope } = await navigator.serviceWorker.ready;
        const manifest =
          document.querySelector<HTMLLinkElement>('link[rel="manifest"]')?.href ?? "";
        const start = new URL(
          ((await (await fetch(manifest)).json()) as { start_url: string }).start_url,
          manifest,
        );
        return { scope: new URL(scope).pathname, start: start.pathname };
      });
      expect(kept).toEqual({ scope: "/a/", start: "/a/" });

      await addTask(server, "Arrives live");
      await expect(card(column(page, "To Do"), "Arrives live")).toBeVisible();
      await card(page, "Arrives live").click();
      await expect(page).toHaveURL(/\/a\/tasks\/[\w-]+$/);
      await page.reload();
      await expect(page.getByRole("heading", { name: "Arrives live" })).toBeVisible();

      // Signing out of one leaves the user signed in to the other, which opens even without its server.
      await page.getByRole("button", { name: "Logout" }).click();
      await expectPath(page, "/a/login");
      await page.goto(`${proxy.url}/b/profile`);
      await expect(page.getByText("Grace Hopper").first()).toBeVisible();
      await page.evaluate(async () => await navigator.serviceWorker.ready);
      await proxy.close();
      await page.goto(`${proxy.url}/a/`);
      await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
    } finally {
      await proxy.close();
      await other.dispose();
    }
  });
}
