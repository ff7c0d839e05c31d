import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type BuildOutcome, reportedBuild } from '#scripts/content-build.ts';
import type { ReportBuild } from '#scripts/content-report.ts';

interface Current {
  name: string;
  fingerprint: string;
}

export interface Builder {
  /** Changes when a build would come out differently. */
  fingerprint: () => Promise<string>;
  build: (outDir: string) => Promise<BuildOutcome>;
  /** For each build a report of its own. */
  reporter: () => ReportBuild;
  /** Told that a new one is up; nothing waits for it. */
  isUp?: () => void;
}

/** Publishes that follow one another more closely than this make one build. */
const QUIET_MS = 200;
/** However many follow, the first one waits no longer. */
const LONGEST_MS = 3_000;

/**
 * Builds of the site, side by side. The pointer moves only to a finished one, so a failed build leaves the
 * old site up; builds asked for while one runs are folded into one more.
 */
export class Builds {
  readonly #dir: string;
  readonly #builder: Builder;
  #running: Promise<void> | undefined;
  #asked = 0;
  #waiting: { since: number; timer: NodeJS.Timeout } | undefined;
  /** Why the last build failed, or null. */
  failure: string | null = null;
  onChange: ((dir: string) => void) | undefined;

  constructor(dir: string, builder: Builder) {
    this.#dir = dir;
    this.#builder = builder;
    mkdirSync(dir, { recursive: true });
  }

  get #pointer(): string {
    return path.join(this.#dir, 'current.json');
  }

  #current(): Current | null {
    if (!existsSync(this.#pointer)) return null;
    const current = JSON.parse(readFileSync(this.#pointer, 'utf8')) as Current;
    return existsSync(path.join(this.#dir, current.name)) ? current : null;
  }

  /** Folder of the site that is up, or null before the first build. */
  get currentDir(): string | null {
    const current = this.#current();
    return current && path.join(this.#dir, current.name);
  }

  /** A publish wants a build: soon, and together with those that come right after it. */
  ask(onFailure: (error: unknown) => void): void {
    const since = this.#waiting?.since ?? Date.now();
    clearTimeout(this.#waiting?.timer);
    const wait = Math.max(0, Math.min(QUIET_MS, since + LONGEST_MS - Date.now()));
    const begin = () => {
      this.#waiting = undefined;
      this.refresh().catch(onFailure);
    };
    this.#waiting = { since, timer: setTimeout(begin, wait) };
  }

  /** Forgets what was asked for and has not begun. */
  stop(): void {
    clearTimeout(this.#waiting?.timer);
    this.#waiting = undefined;
  }

  /** Builds if code or content changed since the last build. Resolves when nothing is left to do. */
  async refresh(): Promise<void> {
    this.#asked++;
    this.#running ??= this.#untilSettled();
    return this.#running;
  }

  /** Rejects with how the last build failed. */
  async #untilSettled(): Promise<void> {
    let answered: number;
    let failure: Error | null;
    do {
      answered = this.#asked;
      failure = await this.#once().then(
        () => null,
        (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
      );
    } while (answered !== this.#asked);
    // In the same breath as the last look: who asks from now on starts anew.
    this.#running = undefined;
    if (failure) throw failure;
  }

  async #once(): Promise<void> {
    const name = `build-${Date.now()}`;
    const before = this.#current();
    let fingerprint = '';
    const outcome = await reportedBuild(async () => {
      fingerprint = await this.#builder.fingerprint();
      // What is up is what would be built.
      if (before?.fingerprint === fingerprint) return { code: 0, text: '' };
      return this.#builder.build(path.join(this.#dir, name));
    }, this.#builder.reporter());
    if (outcome.code !== 0) {
      this.failure = outcome.text;
      rmSync(path.join(this.#dir, name), { recursive: true, force: true });
      throw new Error(`The site could not be built; the one before stays up.\n${outcome.text.slice(-4_000)}`);
    }
    this.failure = null;
    if (before?.fingerprint === fingerprint) return;
    this.#use({ name, fingerprint }, before?.name);
    this.#builder.isUp?.();
  }

  #use(current: Current, before: string | undefined): void {
    writeFileSync(`${this.#pointer}.tmp`, JSON.stringify(current));
    renameSync(`${this.#pointer}.tmp`, this.#pointer);
    for (const old of readdirSync(this.#dir))
      if (old.startsWith('build-') && old !== current.name && old !== before)
        rmSync(path.join(this.#dir, old), { recursive: true, force: true });
    this.onChange?.(path.join(this.#dir, current.name));
  }
}
