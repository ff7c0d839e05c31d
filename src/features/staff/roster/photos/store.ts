import type { CampPhotoCount, PhotoOthers } from '#contract/camp-photos.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { atom } from 'nanostores';
import { errorText } from '#api/error-text.ts';
import { refreshWhileVisible } from '#browser/refresh.ts';
import { staffTiming } from '#config/staff.ts';
import * as api from './api.ts';
import { photoRefusals, tooLate } from './messages.ts';
import * as storage from './waiting-photos.ts';
import type { WaitingPhoto } from './waiting-photos.ts';

/** The error codes after which sending a photo again would not help. */
const finalErrors: readonly ErrorCode[] = [
  'not_allowed',
  'place_not_found',
  'child_not_found',
  'photo_consent_missing',
  'list_full',
  'invalid_input',
  'photo_not_readable',
  'photo_too_large',
  'photo_too_small',
];
/** After this many failures in a row, the remaining photos are sent later. */
const MAX_FAILURES = 2;

export interface NewPhoto {
  campId: string;
  day: string;
  childIds: string[];
  withoutIds: string[];
  others: PhotoOthers;
}

/**
 * Photos are saved on the device, encrypted like the roster, and sent when there is a network. `day` is the day of the
 * roster, or null until it is known.
 */
export function createCampPhotos(userId: string) {
  const $waiting = atom<readonly WaitingPhoto[]>([]);
  const $failedSubmits = atom<readonly string[]>([]);
  const $counts = atom<readonly CampPhotoCount[] | null>(null);
  const $isSending = atom(false);
  /** False if the device cannot save a photo. The page must then stay open. */
  const $canSave = atom(true);
  let day: string | null = null;
  let sending: Promise<boolean> | null = null;

  /** Photos that the coach must confirm again are not sent until then. */
  const hasUnsent = () =>
    $waiting.get().some(({ confirmAgain, until }) => !confirmAgain || until <= Date.now());

  async function remove(id: string): Promise<void> {
    $waiting.set($waiting.get().filter((photo) => photo.id !== id));
    await storage.deletePhoto(id);
  }

  const refuse = (text: string) => $failedSubmits.set([...$failedSubmits.get(), text]);

  /**
   * Keeps a photo until the coach has confirmed it again, together with the present list of
   * children without consent.
   */
  async function askAgain(photo: WaitingPhoto): Promise<void> {
    const asked = { ...photo, confirmAgain: true };
    $waiting.set($waiting.get().map((other) => (other.id === photo.id ? asked : other)));
    $canSave.set(await storage.savePhoto(userId, asked));
  }

  /** Sends a photo, and returns false if it must be sent again. */
  async function sendOne(photo: WaitingPhoto): Promise<boolean> {
    const answer = await api.sendPhoto(photo);
    if (!answer.ok && answer.code === 'photo_consent_missing' && answer.field === 'p_without_ids') {
      await askAgain(photo);
      return true;
    }
    const code = answer.ok ? (answer.value.stored ? null : 'photo_consent_missing') : answer.code;
    if (code !== null && !finalErrors.includes(code)) return false;
    if (code !== null) refuse(await errorText(code, photoRefusals));
    await remove(photo.id);
    return true;
  }

  async function sendAll(): Promise<boolean> {
    let failures = 0;
    $isSending.set(true);
    for (const photo of $waiting.get()) {
      if (photo.until <= Date.now()) {
        refuse(tooLate);
        await remove(photo.id);
      } else if (photo.confirmAgain) continue;
      else if (!(await sendOne(photo))) failures++;
      if (failures === MAX_FAILURES) break;
    }
    $isSending.set(false);
    return failures === 0;
  }

  async function send(): Promise<boolean> {
    if (!hasUnsent()) return true;
    sending ??= sendAll().finally(() => (sending = null));
    const isSent = await sending;
    // A photo may have been added during this call.
    if (isSent && hasUnsent()) return await send();
    await readCounts();
    return isSent;
  }

  async function readCounts(): Promise<boolean> {
    if (day === null) return true;
    const answer = await api.fetchPhotoCounts(day);
    if (answer.ok) $counts.set(answer.value);
    return answer.ok;
  }

  /** Saves a photo on the device, and sends it. `dayEnds` is midnight by this device's clock, in milliseconds. */
  async function add(photo: NewPhoto, jpeg: Blob, dayEnds: number): Promise<void> {
    const waiting: WaitingPhoto = {
      ...photo,
      id: crypto.randomUUID(),
      jpeg: await storage.toBase64(jpeg),
      until: dayEnds + staffTiming.LATE_PHOTOS_MS,
    };
    await keep(waiting);
  }

  async function keep(waiting: WaitingPhoto): Promise<void> {
    $canSave.set(await storage.savePhoto(userId, waiting));
    $waiting.set([...$waiting.get(), waiting]);
    void send();
  }

  function showDay(newDay: string): void {
    if (day === newDay) return;
    day = newDay;
    $counts.set(null);
    void readCounts();
  }

  function open(): () => void {
    void storage.readPhotos(userId).then((photos) => {
      $waiting.set([...photos, ...$waiting.get()]);
      return send();
    });
    return refreshWhileVisible(
      async () => (hasUnsent() ? await send() : await readCounts()),
      () => (hasUnsent() ? staffTiming.ROSTER_WAITING_MS : staffTiming.REFRESH_MS),
    );
  }

  return {
    ...{ $waiting, $failedSubmits, $counts, $isSending, $canSave },
    ...{ open, add, showDay, remove },
    /** Sends a photo that the coach has confirmed again. It replaces the one that waited. */
    confirm: async (
      { confirmAgain: _, ...waiting }: WaitingPhoto,
      photo: Pick<NewPhoto, 'childIds' | 'withoutIds' | 'others'>,
      jpeg: Blob,
    ): Promise<void> => {
      await remove(waiting.id);
      await keep({ ...waiting, ...photo, jpeg: await storage.toBase64(jpeg) });
    },
    dismiss: () => $failedSubmits.set([]),
  };
}
export type CampPhotos = ReturnType<typeof createCampPhotos>;
