/** Loads the code for offline use. If it cannot be loaded, the page still works, but not offline. */
export const loadOfflineShell = (scope: string): void =>
  addEventListener('load', () => {
    import('./save-offline-shell.ts')
      .then(({ saveOfflineShell }) => saveOfflineShell(scope))
      .catch(() => undefined);
  });
