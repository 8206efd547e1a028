/** A browser without a page: it has cookies, follows redirects, and submits the provider's forms. */
export class Visitor {
  readonly #cookies = new Map<string, Map<string, string>>();

  /** Sends a request with the cookies of its origin, and stores those of the response. */
  async send(url: string, init: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(url);
    const jar = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, jar);
    const headers = new Headers(init.headers);
    if (jar.size > 0) {
      headers.set("cookie", Array.from(jar, ([name, value]) => `${name}=${value}`).join("; "));
    }
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  /** Follows redirects until the address matches or a page doesn't redirect. Returns the address. */
  async follow(url: string, end: (url: string) => boolean, init?: RequestInit): Promise<string> {
    let address = url;
    let options = init;
    for (let step = 0; step < 20; step += 1) {
      if (!options && end(address)) return address;
      const response = await this.send(address, options);
      const location = response.headers.get("location");
      if (location === null) return address;
      address = new URL(location, address).href;
      options = undefined;
    }
    throw new Error(`Too many redirects: ${address}`);
  }

  /** Submits a form, and follows the redirects after it. */
  async submit(url: string, fields: Record<string, string>, end: (url: string) => boolean) {
    return await this.follow(url, end, { method: "POST", body: new URLSearchParams(fields) });
  }

  /** Sends JSON; returns status and body. */
  async post(url: string, body: object): Promise<{ status: number; body: unknown }> {
    const response = await this.send(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = await response.text();
    return { status: response.status, body: answer && (JSON.parse(answer) as unknown) };
  }
}
