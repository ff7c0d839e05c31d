/** An anchor, a reload or a step back would find the wrong scroll position without the full layout. */
export function markWhole(): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (location.hash || navigation?.type !== 'navigate') document.documentElement.dataset['whole'] = '';
}
