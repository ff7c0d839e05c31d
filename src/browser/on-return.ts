/**
 * Calls `read` when the visitor returns to this tab, because another tab may have changed the data. Returns a function
 * that stops this.
 */
export function onReturn(read: () => void): () => void {
  const readIfVisible = () => {
    if (document.visibilityState === 'visible') read();
  };
  // `visibilitychange` bubbles from the document to the window.
  addEventListener('visibilitychange', readIfVisible);
  return () => removeEventListener('visibilitychange', readIfVisible);
}
