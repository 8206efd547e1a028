/** A feature's words for its bulk actions. */
export interface BulkWords<A> {
  /** The bar's name, such as "Selected users". */
  bar: string;
  /** For example "Deactivating 3 users". */
  progress: (action: A, count: number) => string;
  /** For example "Undo deactivation of 3". */
  undo: (action: A, count: number) => string;
  /** The action that undoes this one. */
  undone: (action: A) => A;
}
