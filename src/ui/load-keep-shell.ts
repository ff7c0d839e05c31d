/**
 * Saves a shell (keep-shell.ts) once the page has loaded. If that module fails to load, only offline reading is
 * missing.
 */
export const loadKeepShell = (scope: string): void =>
  addEventListener('load', () => {
    import('./keep-shell.ts').then(({ keepShell }) => keepShell(scope)).catch(() => undefined);
  });
