/** Joins the class names that apply: `cx("a", open && "b")`. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
