/** Wraps a function so that it loads only once, even if React mounts the component again. */
export function openOnce(load: () => Promise<void>, showLoading: () => void) {
  let opening: Promise<void> | undefined;
  const open = () => (opening ??= load());
  function retry(): Promise<void> {
    showLoading();
    opening = load();
    return opening;
  }
  return { open, retry };
}

/**
 * Creates a page's store when it is first used. `onShownAgain` is called when the browser brings the page back from
 * its history, e.g. on the return from Stripe.
 */
export function createPage<Store>(create: () => Store, onShownAgain?: (store: Store) => void): () => Store {
  let store: Store | undefined;
  return () => {
    if (store !== undefined) return store;
    const created = create();
    store = created;
    if (onShownAgain)
      addEventListener('pageshow', ({ persisted }) => {
        if (persisted) onShownAgain(created);
      });
    return created;
  };
}
