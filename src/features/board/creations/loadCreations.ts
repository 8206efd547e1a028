/** Loads the code of new cards, with the first of them. */
export const loadCreations = () => import(/* webpackChunkName: "creations" */ "./creations.ts");
