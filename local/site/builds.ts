import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../environment.ts';
import { buildFingerprint } from './fingerprint.ts';

interface Current {
  name: string;
  fingerprint: string;
}

/**
 * Builds of the site, side by side. The pointer moves only to a finished one, so a failed build leaves the
 * old site up; builds asked for while one runs are folded into one more.
 */
export class Builds {
  readonly #dir: string;
  readonly #env: NodeJS.ProcessEnv;
  #running: Promise<void> | undefined;
  #asked = 0;
  /** Why the last build failed, or null. */
  failure: string | null = null;
  onChange: ((dir: string) => void) | undefined;

  constructor(dir: string, env: NodeJS.ProcessEnv) {
    this.#dir = dir;
    this.#env = env;
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

  /** Builds if code or content changed since the last build. Resolves when nothing is left to do. */
  async refresh(): Promise<void> {
    this.#asked++;
    if (this.#running) return this.#running;
    this.#running = this.#untilSettled().finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #untilSettled(): Promise<void> {
    for (let answered = 0; answered !== this.#asked;) {
      answered = this.#asked;
      await this.#once();
    }
  }

  async #once(): Promise<void> {
    const fingerprint = await buildFingerprint(this.#env);
    if (this.#current()?.fingerprint === fingerprint) return;
    const name = `build-${Date.now()}`;
    const output = await this.#astro(path.join(this.#dir, name));
    if (output.code !== 0) {
      this.failure = output.text;
      rmSync(path.join(this.#dir, name), { recursive: true, force: true });
      throw new Error(`The site could not be built; the one before stays up.\n${output.text}`);
    }
    this.failure = null;
    const before = this.#current()?.name;
    writeFileSync(`${this.#pointer}.tmp`, JSON.stringify({ name, fingerprint } satisfies Current));
    renameSync(`${this.#pointer}.tmp`, this.#pointer);
    for (const old of readdirSync(this.#dir))
      if (old.startsWith('build-') && old !== name && old !== before)
        rmSync(path.join(this.#dir, old), { recursive: true, force: true });
    this.onChange?.(path.join(this.#dir, name));
  }

  #astro(outDir: string): Promise<{ code: number | null; text: string }> {
    const child = spawn(
      process.execPath,
      [path.join(root, 'node_modules/astro/bin/astro.mjs'), 'build', '--outDir', outDir],
      { cwd: root, env: { ...this.#env, NODE_ENV: 'production' }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let text = '';
    const keep = (chunk: Buffer) => {
      text += chunk.toString();
      process.stdout.write(chunk);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, text: text.slice(-4_000) }));
    });
  }
}
