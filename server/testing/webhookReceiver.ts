import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that the receiver got. */
interface Received {
  headers: IncomingHttpHeaders;
  /** The body as text, which the signature covers. */
  body: string;
}

/** A server on a free port that receives deliveries. */
export interface WebhookReceiver {
  url: string;
  received: Received[];
  /** The responses to the next deliveries: a status, or a function. Beyond them: 204. */
  answers: (number | ((response: ServerResponse) => void))[];
  close(): Promise<void>;
}

export async function startReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const answers: WebhookReceiver["answers"] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      received.push({ headers: request.headers, body });
      const answer = answers.shift() ?? 204;
      if (typeof answer === "function") answer(response);
      else response.writeHead(answer).end(answer === 204 ? "" : `Answer ${answer}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answers,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
