/**
 * Calls `read` when the person comes back to this tab, because another tab may have changed what it shows. Returns how
 * to stop.
 */
export function onReturn(read: () => void): () => void {
  const look = () => {
    if (document.visibilityState === 'visible') read();
  };
  // The event of the document bubbles.
  addEventListener('visibilitychange', look);
  return () => removeEventListener('visibilitychange', look);
}
