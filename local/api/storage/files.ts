import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The stored files, each under a generated name. The caller's file names are only in the database. */
export class Files {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Writes the bytes and returns the version under which they are stored. */
  async write(bytes: Uint8Array): Promise<string> {
    const version = randomUUID();
    await mkdir(this.#dir, { recursive: true });
    await writeFile(this.#at(version), bytes, { mode: 0o600 });
    return version;
  }

  /** Null means that the database has the file but the disk does not. */
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
