/**
 * Opens a page's store once, even if React mounts its component again. `retry` shows that it is loading, and opens it
 * again.
 */
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
 * The store of a page that exists once a page: made when it is first asked for. `onShownAgain` is called when the
 * browser brings the page back from its history as it was left, e.g. on the return from Stripe.
 */
export function createPage<Store>(create: () => Store, onShownAgain?: (store: Store) => void): () => Store {
  let store: Store | undefined;
  return () => {
    if (store !== undefined) return store;
    const made = create();
    store = made;
    if (onShownAgain)
      addEventListener('pageshow', ({ persisted }) => {
        if (persisted) onShownAgain(made);
      });
    return made;
  };
}
