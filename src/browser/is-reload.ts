/** Did the parent load this page anew? Then nothing that was kept is good enough. */
export function isReload(): boolean {
  if (typeof performance === 'undefined' || !('getEntriesByType' in performance)) return false;
  const [entry] = performance.getEntriesByType('navigation');
  return entry !== undefined && 'type' in entry && entry.type === 'reload';
}
