import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type BuildOutcome, reportedBuild } from '#scripts/content-build.ts';
import { type BuildReporter, writeBuildId } from '#scripts/content-report.ts';

interface Current {
  name: string;
  fingerprint: string;
}

export interface Builder {
  fingerprint: () => Promise<string>;
  build: (outDir: string) => Promise<BuildOutcome>;
  reporter: () => BuildReporter;
  /** Called when a new build is in use. Nothing waits for it. */
  isUp?: () => void;
}

/** Publications that are closer together than this share a build. */
const QUIET_MS = 200;
/** The first of these publications waits at most this long for its build to start. */
const LONGEST_MS = 3_000;

/** Only finished builds are used, so a failed build leaves the old site in place. */
export class Builds {
  readonly #dir: string;
  readonly #builder: Builder;
  #running: Promise<void> | undefined;
  #requests = 0;
  #waiting: { since: number; timer: NodeJS.Timeout } | undefined;
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

  get currentDir(): string | null {
    const current = this.#current();
    return current && path.join(this.#dir, current.name);
  }

  /** Schedules a build after a publication. Publications that follow closely share it. */
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

  stop(): void {
    clearTimeout(this.#waiting?.timer);
    this.#waiting = undefined;
  }

  /** Builds if code or content changed since the last build. Resolves when nothing is left to do. */
  async refresh(): Promise<void> {
    this.#requests++;
    this.#running ??= this.#untilSettled();
    return this.#running;
  }

  async #untilSettled(): Promise<void> {
    let answered: number;
    let failure: Error | null;
    do {
      answered = this.#requests;
      failure = await this.#once().then(
        () => null,
        (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
      );
    } while (answered !== this.#requests);
    // No `await` is allowed between the check above and this line. Otherwise a request in between would be lost.
    this.#running = undefined;
    if (failure) throw failure;
  }

  async #once(): Promise<void> {
    const name = `build-${Date.now()}`;
    const before = this.#current();
    let fingerprint = '';
    // This fingerprint may be older than what the build reads, but never newer, so it can be taken before the report of
    // the start has been sent.
    const read = this.#builder.fingerprint();
    read.catch(() => undefined);
    const outcome = await reportedBuild(async (id) => {
      fingerprint = await read;
      // A build would have the same result as the site in use.
      if (before?.fingerprint === fingerprint) {
        this.#publish(before.name, id);
        return { code: 0, text: '' };
      }
      const built = await this.#builder.build(path.join(this.#dir, name));
      // Visitors get the build before Studio says that it is live.
      if (built.code === 0) this.#use({ name, fingerprint }, id, before?.name);
      return built;
    }, this.#builder.reporter());
    if (outcome.code !== 0) {
      this.failure = outcome.text;
      rmSync(path.join(this.#dir, name), { recursive: true, force: true });
      throw new Error(`The site could not be built; the one before stays up.\n${outcome.text.slice(-4_000)}`);
    }
    this.failure = null;
    if (before?.fingerprint !== fingerprint) this.#builder.isUp?.();
  }

  #use(current: Current, id: string, before: string | undefined): void {
    writeFileSync(`${this.#pointer}.tmp`, JSON.stringify(current));
    renameSync(`${this.#pointer}.tmp`, this.#pointer);
    for (const old of readdirSync(this.#dir))
      if (old.startsWith('build-') && old !== current.name && old !== before)
        rmSync(path.join(this.#dir, old), { recursive: true, force: true });
    this.#publish(current.name, id);
  }

  #publish(name: string, id: string): void {
    const dir = path.join(this.#dir, name);
    writeBuildId(dir, id);
    this.onChange?.(dir);
  }
}
