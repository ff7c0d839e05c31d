import type { ErrorCode } from '#contract/errors.ts';
import { PICTURE_MOST_BYTES, PICTURE_SIDES, type StaffPicture } from '#contract/pictures.ts';
import { atom } from 'nanostores';
import { isOffline } from '#browser/online.ts';
import { shrinkPicture } from '#browser/shrink-picture.ts';
import { sendPicture } from './api.ts';

export interface Upload {
  /** The upload's id is also the picture's, so sending again after a lost answer makes only one picture. */
  id: string;
  name: string;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  /** The uploaded share, from 0 to 1. */
  sent: number;
  code: ErrorCode | 'offline' | null;
}

/** The number of uploads that run at once. More would not be faster. */
const AT_ONCE = 2;

/**
 * Creates the store of uploads, which are independent of each other. A failed upload stays in the list and can be
 * tried again.
 */
export function createUploads(onDone: (picture: StaffPicture) => void) {
  const $uploads = atom<readonly Upload[]>([]);
  const files = new Map<string, Blob>();

  const change = (id: string, patch: Partial<Upload>) =>
    $uploads.set($uploads.get().map((upload) => (upload.id === id ? { ...upload, ...patch } : upload)));

  function add(chosenFiles: Iterable<File>): void {
    const addedUploads = [...chosenFiles].map((file): Upload => {
      const id = crypto.randomUUID();
      files.set(id, file);
      const name = file.name.replace(/\.[a-z0-9]{2,5}$/i, '').slice(0, 120) || 'Picture';
      return { id, name, state: 'waiting', sent: 0, code: null };
    });
    $uploads.set([...$uploads.get().filter(({ state }) => state !== 'done'), ...addedUploads]);
    next();
  }

  function next(): void {
    const allUploads = $uploads.get();
    const free = AT_ONCE - allUploads.filter(({ state }) => state === 'sending').length;
    for (const upload of allUploads.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free)))
      void send(upload);
  }

  async function send({ id, name }: Upload): Promise<void> {
    const file = files.get(id);
    if (!file) return;
    change(id, { state: 'sending', sent: 0, code: null });
    const bytes = await shrinkPicture(file, PICTURE_SIDES[0]);
    const answer =
      bytes.size > PICTURE_MOST_BYTES
        ? ({ ok: false, code: 'photo_too_large' } as const)
        : await sendPicture({ id, name, bytes }, (sent) => change(id, { sent }));
    if (answer.ok) {
      files.delete(id);
      change(id, { state: 'done', sent: 1 });
      onDone(answer.value);
    } else
      change(id, {
        state: 'failed',
        code: answer.code === 'unexpected' && isOffline() ? 'offline' : answer.code,
      });
    next();
  }

  function retry(id: string): void {
    change(id, { state: 'waiting', code: null });
    next();
  }
  function drop(id: string): void {
    files.delete(id);
    $uploads.set($uploads.get().filter((upload) => upload.id !== id));
  }

  /**
   * Resumes uploads when the network returns, and asks for a confirmation before somebody leaves the page during an
   * upload. Returns a function that stops this.
   */
  function watch(): () => void {
    const online = () => {
      for (const { id, code } of $uploads.get()) if (code === 'offline') retry(id);
    };
    const leaving = (event: BeforeUnloadEvent) => {
      if ($uploads.get().some(({ state }) => state === 'sending' || state === 'waiting'))
        event.preventDefault();
    };
    addEventListener('online', online);
    addEventListener('beforeunload', leaving);
    return () => {
      removeEventListener('online', online);
      removeEventListener('beforeunload', leaving);
    };
  }

  return { $uploads, add, retry, drop, watch };
}
export type Uploads = ReturnType<typeof createUploads>;
