import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { STATE_VERSION, type State } from './state.ts';

export interface Storage {
  found: State | null;
  save(): Promise<void>;
  close(): Promise<void>;
}

/** The file is replaced atomically, so that it is never incomplete. Without a path nothing is stored. */
export async function openStorage(path: string | null, current: () => State): Promise<Storage> {
  let written = path !== null && existsSync(path) ? await readFile(path, 'utf8') : '';
  let closed = false;
  let running = Promise.resolve();
  let next: Promise<void> | undefined;

  async function write(): Promise<void> {
    next = undefined;
    const data = JSON.stringify({ stateVersion: STATE_VERSION, state: current() });
    if (path === null || data === written) return;
    await replaceFile(path, data);
    written = data;
  }
  function save(): Promise<void> {
    if (closed) return Promise.reject(new Error('The payments double is closed.'));
    next ??= running = running.catch(() => undefined).then(write);
    return next;
  }
  return {
    found: written === '' ? null : readState(written),
    save,
    close() {
      const last = save();
      closed = true;
      return last;
    },
  };
}

function readState(text: string): State | null {
  const { stateVersion, state } = JSON.parse(text) as { stateVersion?: number; state: State };
  return stateVersion === STATE_VERSION ? state : null;
}

async function replaceFile(path: string, data: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.new`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(data, 'utf8');
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}
