/** The parts of a request that `fetchBaseQuery` and tests use; a real one is ten times slower. */
export class LightRequest {
  readonly url: string;
  readonly method: string;
  readonly body: string | null;
  readonly headers: Headers;
  readonly signal: AbortSignal | null;

  constructor(url: string, init: RequestInit = {}) {
    this.url = url;
    this.method = init.method ?? "GET";
    this.body = typeof init.body === "string" ? init.body : null;
    this.headers = new Headers(init.headers);
    this.signal = init.signal ?? null;
  }
}

const NO_HEADERS = {};

/** The same parts of a response. */
export class LightResponse {
  readonly type = "basic";
  readonly headers: Headers;
  readonly status: number;
  private readonly payload: string;

  constructor(status: number, body: unknown, headers: Record<string, string> = NO_HEADERS) {
    this.headers = new Headers(headers);
    this.status = status;
    this.payload = JSON.stringify(body);
  }

  get ok(): boolean {
    return this.status < 400;
  }

  clone(): LightResponse {
    return this;
  }

  async text(): Promise<string> {
    return this.payload;
  }

  async json(): Promise<unknown> {
    return JSON.parse(this.payload);
  }
}
