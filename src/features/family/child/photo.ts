import { PHOTO_MOST_BYTES } from '#contract/family-photo.ts';
import { $photos, loadPhotos } from '#api/family-photos.ts';
import { readFamily } from '#api/family.ts';
import { errorText } from '#api/error-text.ts';
import type { Answer } from '#api/errors.ts';
import { createAction } from '#ui/kit/action.ts';
import { removePhoto, sendPhoto } from './api.ts';
import { photoMessages } from './messages.ts';

export function createPhoto(childId: string) {
  const { $busy, $outcome, run } = createAction();

  async function send(picture: File): Promise<void> {
    // The size is checked before a large upload begins. The server checks it again.
    if (!$busy.get() && picture.size > PHOTO_MOST_BYTES)
      $outcome.set({ tone: 'bad', text: photoMessages.refused.photo_too_large });
    else
      await change(
        () => sendPhoto(childId, picture),
        ({ url }) => {
          $photos.set({ ...$photos.get(), [childId]: url });
          return photoMessages.photoSaved;
        },
      );
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
