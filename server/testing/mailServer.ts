import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A mail server on a free port that keeps its mails. */
export interface MailServer {
  url: string;
  /** The recipients and contents of the mails so far. */
  mails: { to: string; text: string }[];
  /**
   * The status codes with which the next mails are refused, such as 450. Refused mails are not
   * kept.
   */
  refusals: number[];
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: MailServer["mails"] = [];
  const refusals: number[] = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    onData(stream, { envelope }, done) {
      const chunks: string[] = [];
      stream.setEncoding("utf8").on("data", (chunk: string) => chunks.push(chunk));
      stream.on("end", () => {
        const responseCode = refusals.shift();
        if (responseCode) return done(Object.assign(new Error("Refused"), { responseCode }));
        // A long line ends in "=" where the content is encoded as quoted-printable.
        const plain = chunks.join("").replaceAll("=\r\n", "").replaceAll("=3D", "=");
        mails.push({ to: envelope.rcptTo.map(({ address }) => address).join(), text: plain });
        return done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refusals,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
