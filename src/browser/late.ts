/** A part of the page that could not be fetched. */
export class LoadError extends Error {}

/** Fetches a part of the page. Where nobody catches its failure, the island's boundary says it (ui/failed). */
export const late =
  <Part>(load: () => Promise<Part>): (() => Promise<Part>) =>
  async () => {
    try {
      return await load();
    } catch (cause) {
      throw new LoadError('A part of the page could not be fetched', { cause });
    }
  };
