import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { LanguageId } from '#config/languages.ts';
import type { BuildOutcome } from '#scripts/content-build.ts';
import { root } from '../environment.ts';
import { bundleState, sourceState } from './fingerprint.ts';
import type { Rendering } from './render-process.ts';

interface Options {
  language: LanguageId;
  /** The folder of saved bundles, which the languages share. */
  bundles: string;
  env: NodeJS.ProcessEnv;
  /** Builds the code and all pages, and saves the bundle in the second folder. */
  buildWhole: (outDir: string, bundle: string) => Promise<BuildOutcome>;
  /** The folder of the project. */
  project?: string;
}

interface Renderer {
  process: ChildProcess;
  bundle: string;
}

/** A process that has loaded a bundle ends after this time if nothing is published. */
const STAYS_MS = 30_000;

/**
 * Builds the pages of one language. If only content changed since the last build, they are rendered with the bundle
 * that was saved by that build, and Vite does not run (`src/build/render-pages.ts`).
 */
export class LanguageBuilder {
  readonly #options: Options;
  /** A process that has loaded a bundle, and has not read any content yet. */
  #renderer: Renderer | undefined;
  #leaving: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Loads the saved bundle, if there is one, because a build is about to be asked for. `sources` is the result of
   * `sourceState`.
   */
  prepare(sources: string = sourceState()): void {
    this.#load(this.#bundle(sources));
  }

  #load(bundle: string): void {
    clearTimeout(this.#leaving);
    if (this.#renderer?.bundle !== bundle) {
      this.stop();
      if (existsSync(bundle)) this.#renderer = { process: this.#start(bundle), bundle };
    }
    this.#leaving = setTimeout(() => this.stop(), STAYS_MS).unref();
  }

  async build(outDir: string, sources: string = sourceState()): Promise<BuildOutcome> {
    const bundle = this.#bundle(sources);
    this.#load(bundle);
    const renderer = this.#renderer;
    if (renderer) {
      // Its modules read the content once only, so the next build needs a new process.
      this.#renderer = undefined;
      const rendering = await render(renderer.process, outDir);
      if (rendering.result === 'rendered') return { code: 0, text: '' };
      rmSync(outDir, { recursive: true, force: true });
      if (rendering.result === 'refused') return { code: 1, text: rendering.reason };
      console.log(`The code of the site is built again. ${rendering.reason}`);
    }
    const outcome = await this.#options.buildWhole(outDir, bundle);
    // Another publication may have loaded the bundle from before this build.
    this.stop();
    this.#removeExcept(bundle);
    return outcome;
  }

  stop(): void {
    clearTimeout(this.#leaving);
    this.#renderer?.process.kill();
    this.#renderer = undefined;
  }

  /** Returns the folder for the bundle of this code. */
  #bundle(sources: string): string {
    const { bundles, language, env } = this.#options;
    return path.join(bundles, `${language}-${bundleState(env, sources)}`);
  }

  #start(bundle: string): ChildProcess {
    const { env, project = root } = this.#options;
    return fork(path.join(project, 'local/site/render-process.ts'), [bundle], {
      cwd: project,
      // Node loads the same modules again for each publication, and compiles them only once.
      env: { ...env, NODE_ENV: 'production', NODE_COMPILE_CACHE: path.join(bundle, 'compiled') },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
  }

  #removeExcept(bundle: string): void {
    const { bundles, language } = this.#options;
    // A build that failed early has saved no bundle.
    if (!existsSync(bundles)) return;
    for (const name of readdirSync(bundles))
      if (name.startsWith(`${language}-`) && path.join(bundles, name) !== bundle)
        rmSync(path.join(bundles, name), { recursive: true, force: true });
  }
}

async function render(child: ChildProcess, outDir: string): Promise<Rendering> {
  const rendering = await new Promise<Rendering>((resolve) => {
    const died = () => resolve({ result: 'unable', reason: 'The process that renders the pages ended.' });
    if (!child.connected) {
      died();
      return;
    }
    child.once('exit', died);
    child.once('error', died);
    child.once('message', (message: Rendering) => resolve(message));
    child.send({ outDir });
  });
  if (child.connected) child.disconnect();
  return rendering;
}
