import { MessageSquareText } from "lucide-react";
import type { ListedTask } from "#contract/shapes/task.ts";
import classes from "./FoundIn.module.css";

/** Where a search found the task, unless its title shows it. */
export function FoundIn({ task: { found, excerpt } }: { task: ListedTask }) {
  if (found === "comment") {
    return (
      <p className={classes.found}>
        <MessageSquareText aria-hidden="true" />
        <span className="visually-hidden">In a comment: </span>
        <span dir="auto" className={classes.excerpt}>
          {excerpt}
        </span>
      </p>
    );
  }
  return found === "description" && <p className={classes.found}>In the description</p>;
}
