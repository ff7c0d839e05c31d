import { PHOTO_MOST_BYTES } from '#contract/family-photo.ts';
import { atom } from 'nanostores';
import { $photos, loadPhotos } from '#api/family-photos.ts';
import { readFamily } from '#api/family.ts';
import { errorText } from '#api/error-text.ts';
import { removePhoto, sendPhoto } from './api.ts';
import { photoMessages } from './messages.ts';

/** A child's private photo. It is sent unprocessed; the server checks and cleans it. */
export function createPhoto(childId: string) {
  const $busy = atom(false);
  const $said = atom<{ tone: 'calm' | 'bad'; text: string } | null>(null);

  async function send(picture: File): Promise<void> {
    if ($busy.get()) return;
    // Checked before a large upload begins; the server checks again.
    if (picture.size > PHOTO_MOST_BYTES) {
      $said.set({ tone: 'bad', text: photoMessages.refused.photo_too_large });
      return;
    }
    $busy.set(true);
    $said.set(null);
    const answer = await sendPhoto(childId, picture);
    if (answer.ok) {
      $photos.set({ ...$photos.get(), [childId]: answer.value.url });
      $said.set({ tone: 'calm', text: photoMessages.done });
      void readFamily();
    } else $said.set({ tone: 'bad', text: await errorText(answer.code, photoMessages.refused) });
    $busy.set(false);
  }

  async function remove(): Promise<void> {
    if ($busy.get()) return;
    $busy.set(true);
    const answer = await removePhoto(childId);
    if (answer.ok) {
      const { [childId]: _gone, ...others } = $photos.get();
      $photos.set(others);
      $said.set({ tone: 'calm', text: photoMessages.removed });
      void readFamily();
    } else $said.set({ tone: 'bad', text: await errorText(answer.code, photoMessages.refused) });
    $busy.set(false);
  }

  return { $busy, $said, send, remove, open: () => loadPhotos([childId]) };
}
