/** Another tab may have changed what this one shows. Returns how to stop. */
export function onReturn(read: () => void): () => void {
  const look = () => {
    if (document.visibilityState === 'visible') read();
  };
  // The event of the document bubbles.
  addEventListener('visibilitychange', look);
  return () => removeEventListener('visibilitychange', look);
}
