export class LoadError extends Error {}

/**
 * Wraps a function that loads code or data for the page. If no caller handles its failure, the island's error boundary
 * shows it (ui/failed).
 */
export const withLoadError =
  <Part>(load: () => Promise<Part>): (() => Promise<Part>) =>
  async () => {
    try {
      return await load();
    } catch (cause) {
      throw new LoadError('A part of the page could not be fetched', { cause });
    }
  };
