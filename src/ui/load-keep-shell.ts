/** Keeps a shell (keep-shell.ts) once the page has loaded. Where that part does not come, this visit misses nothing. */
export const loadKeepShell = (scope: string): void =>
  addEventListener('load', () => {
    import('./keep-shell.ts').then(({ keepShell }) => keepShell(scope)).catch(() => undefined);
  });
