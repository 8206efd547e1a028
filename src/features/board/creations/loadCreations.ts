/** Loads the code of new cards when the first one is needed. */
export const loadCreations = () => import(/* webpackChunkName: "creations" */ "./creations.ts");
