/**
 * Runs in the head: an anchor, a reload or a step back needs the full layout from the start, or the scroll position
 * would be wrong. See lay-out.ts.
 */
export function markWhole(): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (location.hash || navigation?.type !== 'navigate') document.documentElement.dataset['whole'] = '';
}
