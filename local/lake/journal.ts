import { open, type FileHandle } from 'node:fs/promises';

/**
 * After a crash, only the last line can be incomplete. Opening the journal drops it, because it was never
 * acknowledged.
 */
export class Journal<Entry> {
  readonly #handle: FileHandle;
  #length: number;
  entries: number;

  private constructor(handle: FileHandle, length: number, entries: number) {
    this.#handle = handle;
    this.#length = length;
    this.entries = entries;
  }

  static async open<Entry>(file: string): Promise<{ journal: Journal<Entry>; entries: Entry[] }> {
    const handle = await open(file, 'a+');
    try {
      const bytes = await handle.readFile();
      const completeLines = bytes.subarray(0, bytes.lastIndexOf(10) + 1);
      const lines = completeLines.toString('utf8').split('\n').filter(Boolean);
      const entries = lines.map((line, index) => parseLine(line, `${file}:${index + 1}`) as Entry);
      await handle.truncate(completeLines.length);
      return { journal: new Journal<Entry>(handle, completeLines.length, entries.length), entries };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async append(entry: Entry): Promise<void> {
    const line = Buffer.from(`${JSON.stringify(entry)}\n`);
    try {
      await this.#handle.appendFile(line);
      await this.#handle.datasync();
    } catch (error) {
      // An incomplete line (for example if the disk is full) is cut off, because it would corrupt the next line.
      await this.#handle.truncate(this.#length).catch(() => undefined);
      throw error;
    }
    this.#length += line.length;
    this.entries += 1;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

export function parseLine(line: string, source: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new Error(`${source} is damaged. Run "npm run reset" to start from scratch.`, { cause: error });
  }
}
