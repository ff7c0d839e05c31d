import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { shareMaps } from '#scripts/source-maps.ts';

/** The scripts' maps, made by the first build of new code alone: most builds are of new content, and shall be quick. */
export class SourceMaps {
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;
  #sources = '';

  constructor(folder: string, env: NodeJS.ProcessEnv) {
    this.#folder = folder;
    this.#env = env;
  }

  /** Names the code that the functions have the maps of. */
  get #known(): string {
    return `${this.#folder}-of`;
  }

  /** Where a build of these sources leaves its maps; undefined: they are known. */
  wanted(sources: string): string | undefined {
    this.#sources = sources;
    const known = existsSync(this.#known) ? readFileSync(this.#known, 'utf8') : '';
    return known === this.#sources ? undefined : this.#folder;
  }

  /** After a build; what could not be handed over is made again by the next one. */
  async share(): Promise<void> {
    const sources = this.#sources;
    if (await shareMaps(this.#folder, this.#env)) writeFileSync(this.#known, sources);
  }
}
