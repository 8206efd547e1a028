/** The code of new cards, which comes with the first. */
export const loadCreations = () => import(/* webpackChunkName: "creations" */ "./creations.ts");
