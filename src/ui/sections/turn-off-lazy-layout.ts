/**
 * Turns off lazy layout after an anchor, a reload or a step back, because these need the full layout to find their
 * scroll position.
 */
export function turnOffLazyLayout(): void {
  const [navigation] = performance.getEntriesByType('navigation');
  if (location.hash || navigation?.type !== 'navigate') document.documentElement.dataset['whole'] = '';
}
