import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { shareMaps } from '#scripts/source-maps.ts';

/** Only the first build of new code makes source maps, because builds of new content must be quick. */
export class SourceMaps {
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;
  #sources = '';

  constructor(folder: string, env: NodeJS.ProcessEnv) {
    this.#folder = folder;
    this.#env = env;
  }

  get #known(): string {
    return `${this.#folder}-of`;
  }

  /** Returns the folder for the maps of these sources, or undefined if the functions already have them. */
  wanted(sources: string): string | undefined {
    this.#sources = sources;
    const sharedSources = existsSync(this.#known) ? readFileSync(this.#known, 'utf8') : '';
    return sharedSources === this.#sources ? undefined : this.#folder;
  }

  /** Sends the maps to the functions after a build. If that fails, the next build makes them again. */
  async share(): Promise<void> {
    const sources = this.#sources;
    if (await shareMaps(this.#folder, this.#env)) writeFileSync(this.#known, sources);
  }
}
