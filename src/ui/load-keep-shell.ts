/** Loads the code for offline use. If it cannot be loaded, the page still works, but not offline. */
export const loadKeepShell = (scope: string): void =>
  addEventListener('load', () => {
    import('./keep-shell.ts').then(({ keepShell }) => keepShell(scope)).catch(() => undefined);
  });
