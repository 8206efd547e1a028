import { optionalCode } from "#lib/optionalCode.ts";

/** An @ sign that may begin a mention, so not that of an e-mail address. */
const SIGN = /(?:^|[^\w.@-])@/;

const useMentions = optionalCode(() => import("./MentionedText.tsx"));

/** A text that a user wrote, with its mentions. Until their code has loaded, it is plain text. */
export function PeopleText({ text }: { text: string }) {
  const mayMention = SIGN.test(text);
  const code = useMentions(mayMention);
  if (!mayMention) return text;
  // An element, so that React moves no text that the browser may have translated.
  return code ? <code.MentionedText text={text} /> : <span>{text}</span>;
}
