/**
 * Inline script of the head: an anchor, a reload or a step back needs the full layout from the start, or the scroll
 * position would be wrong. See lay-out.ts.
 */
export const wholeScript =
  "{const [n]=performance.getEntriesByType('navigation');if(location.hash||n?.type!=='navigate')document.documentElement.dataset.whole=''}";
