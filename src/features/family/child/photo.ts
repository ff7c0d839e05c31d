import { PHOTO_SAVED_SIDE, PHOTO_MOST_BYTES, type PhotoAnswer } from '#contract/family-photo.ts';
import { $photos, loadPhotos } from '#api/family-photos.ts';
import { readFamily } from '#api/family.ts';
import { errorText } from '#api/error-text.ts';
import type { Answer } from '#api/errors.ts';
import { shrinkPicture } from '#browser/shrink-picture.ts';
import { createAction } from '#ui/kit/action.ts';
import { removePhoto, sendPhoto } from './api.ts';
import { photoMessages } from './messages.ts';

export function createPhoto(childId: string) {
  const { $busy, $outcome, run } = createAction();

  const send = (picture: File) =>
    change(
      () => upload(picture),
      ({ url }) => {
        $photos.set({ ...$photos.get(), [childId]: url });
        return photoMessages.photoSaved;
      },
    );

  async function upload(picture: File): Promise<Answer<PhotoAnswer>> {
    const bytes = await shrinkPicture(picture, PHOTO_SAVED_SIDE);
    // The size is checked before a large upload begins. The server checks it again.
    if (bytes.size > PHOTO_MOST_BYTES) return { ok: false, code: 'photo_too_large' };
    return await sendPhoto(childId, bytes);
  }

  const remove = () =>
    change(
      () => removePhoto(childId),
      () => {
        const { [childId]: _gone, ...others } = $photos.get();
        $photos.set(others);
        return photoMessages.removed;
      },
    );

  const change = <T>(call: () => Promise<Answer<T>>, messageOf: (value: T) => string) =>
    run(async () => {
      const answer = await call();
      if (!answer.ok) return { tone: 'bad', text: await errorText(answer.code, photoMessages.refused) };
      void readFamily();
      return { tone: 'calm', text: messageOf(answer.value) };
    });

  return { $busy, $outcome, send, remove, open: () => loadPhotos([childId]) };
}
