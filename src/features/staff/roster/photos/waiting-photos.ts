import { photoOthers } from '#contract/camp-photos.ts';
import * as v from 'valibot';
import { type EntryName, eraseEntries, readEntries, saveEntry } from '#browser/saved-roster.ts';

/** A photo that has not been sent. Faces without consent are blurred in it already. */
export const WaitingPhoto = v.object({
  id: v.string(),
  campId: v.string(),
  day: v.string(),
  childIds: v.array(v.string()),
  /** The children without photo consent whom the screen named when the coach confirmed the photo. */
  withoutIds: v.array(v.string()),
  others: v.picklist(photoOthers),
  /** The JPEG in base64. */
  jpeg: v.string(),
  /** The time in milliseconds by which it must have been sent. */
  until: v.number(),
  /** True if a child without consent came to the camp since, so the coach must confirm the photo again. */
  confirmAgain: v.optional(v.boolean()),
});
export type WaitingPhoto = v.InferOutput<typeof WaitingPhoto>;

const entryOf = (id: string): EntryName => `photo ${id}`;

export const savePhoto = (userId: string, photo: WaitingPhoto): Promise<boolean> =>
  saveEntry(entryOf(photo.id), userId, photo, photo.until);
export const deletePhoto = (id: string): Promise<void> => eraseEntries(entryOf(id));

export async function readPhotos(userId: string): Promise<WaitingPhoto[]> {
  return [...(await readEntries(userId, 'photo ')).values()].flatMap((value) => {
    const parsed = v.safeParse(WaitingPhoto, value);
    return parsed.success ? [parsed.output] : [];
  });
}

export async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  // A call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
export const fromBase64 = (text: string): Blob =>
  new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], { type: 'image/jpeg' });
