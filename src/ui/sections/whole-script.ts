/**
 * Runs in the head: who comes to a place on the page, or back to it, needs all of it laid out from the start, or would
 * find themselves elsewhere. See lay-out.ts.
 */
export const wholeScript =
  "{const [n]=performance.getEntriesByType('navigation');if(location.hash||n?.type!=='navigate')document.documentElement.dataset.whole=''}";
