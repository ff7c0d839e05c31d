import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import type { BuildOutcome } from '#scripts/content-build.ts';
import { root } from '../environment.ts';
import { sourceState } from './fingerprint.ts';

const STAYS_MS = 180_000;
/** The process is replaced after this many builds, because each leaks some 100 MB. */
const MAX_BUILDS = 8;

interface Warm {
  process: ChildProcess;
  sources: string;
  builds: number;
}

/**
 * Builds in a process that stays for a while. Astro is then already loaded, which halves the time of the next builds.
 */
export class WarmBuilder {
  readonly #env: NodeJS.ProcessEnv;
  readonly #mapsOf: (sources: string) => string | undefined;
  #warm: Warm | undefined;
  #leaving: NodeJS.Timeout | undefined;

  /** `mapsOf` returns the folder for the source maps of these sources, or undefined if none are needed. */
  constructor(env: NodeJS.ProcessEnv, mapsOf: (sources: string) => string | undefined = () => undefined) {
    this.#env = env;
    this.#mapsOf = mapsOf;
  }

  /** Builds into the first folder, and saves the bundle in the second (`src/build/saved-bundle.ts`). */
  async build(outDir: string, bundle: string): Promise<BuildOutcome> {
    clearTimeout(this.#leaving);
    const { process: child, sources } = this.#ready();
    const maps = this.#mapsOf(sources);
    const outcome = await new Promise<BuildOutcome>((resolve) => {
      const died = (code: number | null) => resolve({ code: code ?? 1, text: 'The build was killed.' });
      child.once('exit', died);
      child.once('message', ({ failure }: { failure: string | null }) => {
        child.off('exit', died);
        resolve(failure === null ? { code: 0, text: '' } : { code: 1, text: failure });
      });
      child.send({ outDir, bundle, maps });
    });
    if (outcome.code !== 0) this.stop();
    this.#leaving = setTimeout(() => this.stop(), STAYS_MS).unref();
    return outcome;
  }

  stop(): void {
    clearTimeout(this.#leaving);
    this.#warm?.process.kill();
    this.#warm = undefined;
  }

  /** Returns a process that was started with the current sources. */
  #ready(): Warm {
    const sources = sourceState();
    if (this.#warm && (this.#warm.sources !== sources || this.#warm.builds >= MAX_BUILDS)) this.stop();
    this.#warm ??= {
      process: fork(path.join(import.meta.dirname, 'build-process.ts'), {
        cwd: root,
        env: { ...this.#env, NODE_ENV: 'production' },
        execArgv: ['--disable-warning=ExperimentalWarning'],
      }),
      sources,
      builds: 0,
    };
    this.#warm.builds++;
    return this.#warm;
  }
}
