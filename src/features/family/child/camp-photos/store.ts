import { CAMP_PHOTO_SECONDS, type FamilyCampPhoto } from '#contract/camp-photos.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { atom } from 'nanostores';
import { errorText } from '#api/error-text.ts';
import type { Answer } from '#api/errors.ts';
import { saveBlob } from '#browser/save-file.ts';
import { createAction, type Message } from '#ui/kit/action.ts';
import * as api from './api.ts';
import { campPhotoMessages } from './messages.ts';

export type PhotosView =
  | { state: 'loading' }
  | { state: 'failed'; code: ErrorCode }
  | { state: 'ready'; photos: readonly FamilyCampPhoto[] };

/** Addresses are read again before they end. This device's clock may be wrong, so only the time since is measured. */
const LIFE_MS = (CAMP_PHOTO_SECONDS - 30) * 1000;

/** The photos of a child's camp days. They and their addresses are never saved in the browser. */
export function createFamilyPhotos(childId: string) {
  const $view = atom<PhotosView>({ state: 'loading' });
  /** The id of the photo that is shown large. */
  const $shownId = atom<string | null>(null);
  const { $busy, $outcome, run } = createAction();
  let endsAt = 0;

  async function open(): Promise<void> {
    const answer = await api.readPhotos(childId);
    if (answer.ok) {
      endsAt = Date.now() + LIFE_MS;
      $view.set({ state: 'ready', photos: answer.value.photos });
      if (!answer.value.photos.some(({ id }) => id === $shownId.get())) $shownId.set(null);
    } else if ($view.get().state !== 'ready') $view.set({ state: 'failed', code: answer.code });
  }

  async function show(id: string | null): Promise<void> {
    $outcome.set(null);
    if (id !== null && Date.now() > endsAt) await open();
    $shownId.set(id);
  }

  const find = (id: string) => {
    const view = $view.get();
    return view.state === 'ready' ? view.photos.find((photo) => photo.id === id) : undefined;
  };

  const download = (id: string) =>
    run(async () => {
      if (Date.now() > endsAt) await open();
      const photo = find(id);
      const file = photo ? await api.readFile(photo.url) : null;
      if (!photo || !file) return { tone: 'bad', text: campPhotoMessages.downloadFailed };
      saveBlob(`camp-${photo.day}-${photo.id.slice(0, 8)}.jpg`, file);
      return null;
    });

  const change = (call: () => Promise<Answer<unknown>>, done: string) =>
    run(async () => {
      const answer = await call();
      const isGone = answer.ok || answer.code === 'photo_not_found';
      const message: Message = answer.ok
        ? { tone: 'calm', text: done }
        : { tone: 'bad', text: await errorText(answer.code, campPhotoMessages.refused) };
      if (!isGone) return message;
      $shownId.set(null);
      await open();
      return message;
    });
  const remove = (id: string) => change(() => api.removePhoto(id, childId), campPhotoMessages.removed);
  const report = (id: string) => change(() => api.reportPhoto(id, childId), campPhotoMessages.reported);

  /** Reads the addresses again if a picture did not load because its address has ended. */
  const renew = () => (Date.now() > endsAt ? open() : Promise.resolve());

  return { $view, $shownId, $busy, $outcome, open, renew, show, download, remove, report };
}
export type FamilyPhotos = ReturnType<typeof createFamilyPhotos>;

/** Groups photos by day and camp, in the order of the list. */
export function photosByDay(photos: readonly FamilyCampPhoto[]): FamilyCampPhoto[][] {
  const days = new Map<string, FamilyCampPhoto[]>();
  for (const photo of photos) {
    const key = `${photo.day} ${photo.camp}`;
    days.set(key, [...(days.get(key) ?? []), photo]);
  }
  return [...days.values()];
}
