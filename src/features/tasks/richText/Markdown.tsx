import { createElement, type ReactNode, useMemo } from "react";
import { PeopleText } from "#features/users/mentions/PeopleText.tsx";
import classes from "./Markdown.module.css";
import { parseMarkdown } from "./parse.ts";
import plain from "./RichText.module.css";
import { type Element, type TreeNode, toTree } from "./tree.ts";

/** Ticks or unticks the task list's item of this line, counted from 0. */
export type OnTick = (line: number) => void;

/** A Markdown text as elements. */
export function Markdown({ text, onTick }: { text: string; onTick?: OnTick | undefined }) {
  const nodes = useMemo(() => {
    const tokens = parseMarkdown(text);
    return tokens && toTree(tokens);
  }, [text]);
  if (!nodes)
    return (
      <p dir="auto" className={plain.plain}>
        <PeopleText text={text} />
      </p>
    );
  return (
    <div className={classes.rich}>{nodes.map((node, key) => renderNode(node, key, onTick))}</div>
  );
}

/** Elements whose text mentions nobody. */
const WITHOUT_MENTIONS = /^(code|pre|a)$/;

/** `canMention`: false within code and links. */
function renderNode(
  node: TreeNode,
  key: number,
  onTick: OnTick | undefined,
  canMention = true,
): ReactNode {
  if (typeof node === "string")
    return canMention && node.includes("@") ? <PeopleText key={key} text={node} /> : node;
  const { tag, children, href, line, checked } = node;
  const isInside = canMention && !WITHOUT_MENTIONS.test(tag);
  const content = children.map((child, index) => renderNode(child, index, onTick, isInside));
  if (href !== undefined) {
    return (
      <a key={key} href={href} target="_blank" rel="noopener noreferrer">
        {content}
      </a>
    );
  }
  if (tag === "table") {
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table is scrolled by keyboard
      <figure key={key} aria-label="Table" tabIndex={0} className={classes.scroller}>
        <table>{content}</table>
      </figure>
    );
  }
  if (checked !== undefined && line !== undefined) {
    return (
      <li key={key} className={classes.item}>
        <input
          type="checkbox"
          checked={checked}
          disabled={!onTick}
          aria-label={labelOf(node)}
          onChange={() => onTick?.(line)}
        />
        <div dir="auto">{content}</div>
      </li>
    );
  }
  return tag === "br" || tag === "hr"
    ? createElement(tag, { key })
    : createElement(tag, { key, ...propsOf(node) }, ...content);
}

/** Elements whose text may run in another direction than their neighbours'. */
const BLOCKS = /^(p|h\d|li|blockquote|pre|t[hd])$/;

function propsOf({ tag, align, start }: Element): object {
  return {
    ...(BLOCKS.test(tag) && { dir: "auto" }),
    ...(align && { style: { textAlign: align } }),
    ...(start !== undefined && { start }),
  };
}

/** The text of an item, without that of the lists in it. */
function labelOf({ children }: Element): string {
  return children
    .filter((child) => typeof child === "string" || !["ul", "ol"].includes(child.tag))
    .map((child) => (typeof child === "string" ? child : labelOf(child)))
    .join("");
}
