import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The files themselves, each under a name of its own: what callers name them stands only in the database. */
export class Files {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Keeps the bytes; answers the version that names them. */
  async write(bytes: Uint8Array): Promise<string> {
    const version = randomUUID();
    await mkdir(this.#dir, { recursive: true });
    await writeFile(this.#at(version), bytes, { mode: 0o600 });
    return version;
  }

  /** Null: the database knows of it, the disk does not. */
  async read(version: string): Promise<Buffer | null> {
    return readFile(this.#at(version)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    });
  }

  async copy(version: string): Promise<string> {
    const next = randomUUID();
    await copyFile(this.#at(version), this.#at(next));
    return next;
  }

  async remove(versions: string[]): Promise<void> {
    await Promise.all(versions.map((version) => rm(this.#at(version), { force: true })));
  }

  #at(version: string): string {
    return path.join(this.#dir, path.basename(version));
  }
}
