/** If that module fails to load, only offline reading is missing. */
export const loadKeepShell = (scope: string): void =>
  addEventListener('load', () => {
    import('./keep-shell.ts').then(({ keepShell }) => keepShell(scope)).catch(() => undefined);
  });
