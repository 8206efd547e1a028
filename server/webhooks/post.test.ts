import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "@jest/globals";
import { postDelivery } from "./post.ts";
import { publicLookup } from "./publicAddress.ts";

let close = () => {};
afterEach(() => close());

/** Posts a delivery to a receiver that writes raw bytes. The timeout is longer than the test's. */
async function post(answer: (socket: Socket) => void) {
  const sockets: Socket[] = [];
  const receiver = createServer((socket) => {
    sockets.push(socket.on("error", () => undefined));
    answer(socket);
  });
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  close = () => {
    for (const socket of sockets) socket.destroy();
    receiver.close();
  };
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const options = { isPrivateAllowed: true, lookup: publicLookup(), timeoutMs: 600_000 };
  const delivery = { headers: {}, payload: "{}" };
  return await postDelivery(url, delivery, options, new AbortController().signal);
}

const HINTS = "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n";

describe("a receiver's informational responses", () => {
  test("precede its response", async () => {
    const sent = post((socket) => void socket.end(`${HINTS}HTTP/1.1 204 No Content\r\n\r\n`));
    expect(await sent).toEqual({ code: 204, error: null });
  });

  test.each([HINTS, "HTTP/1.1 100 Continue\r\n\r\n"])(
    "end the attempt if they don't end: %j",
    async (responses) => {
      const sent = post((socket) => {
        const send = () => {
          while (socket.writable && socket.write(responses)) continue;
        };
        socket.on("drain", send);
        send();
      });
      const error = "The request failed: The receiver sends informational responses only";
      expect(await sent).toEqual({ code: null, error });
    },
  );
});

test("a receiver that wants another protocol ends the attempt", async () => {
  const sent = post((socket) => {
    socket.write("HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n");
  });
  expect(await sent).toMatchObject({ code: null });
});
