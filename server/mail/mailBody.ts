/** What a mail says. Its one action is a button in HTML, and an address on a line of its own as text. */
interface MailBody {
  /** The sentences before the address. */
  intro: string;
  action: string;
  address: string;
  /** The sentences after it, in lines. */
  notes: readonly string[];
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? "");

/** The mail as text and as plain HTML, without images and style sheets. */
export function mailBody({ intro, action, address, notes }: MailBody): {
  text: string;
  html: string;
} {
  const link = escape(address);
  const button =
    "display:inline-block;padding:10px 20px;border-radius:6px;background:#1d4ed8;color:#ffffff;text-decoration:none";
  return {
    text: `${intro}\n\n${action}:\n${address}\n\n${notes.join("\n")}\n`,
    html: `<!doctype html>
<html lang="en">
<body style="font-family:sans-serif;font-size:16px;line-height:1.5">
<p>${escape(intro)}</p>
<p><a href="${link}" style="${button}">${escape(action)}</a></p>
<p>Or copy this address:<br>${link}</p>
<p>${notes.map(escape).join("<br>")}</p>
</body>
</html>
`,
  };
}
