import { FamilyCampPhotos, RemovedCampPhoto } from '#contract/camp-photos.ts';
import { asMember } from '#api/as-member.ts';
import { fromFunction } from '#api/errors.ts';
import { call } from '#api/http.ts';
import { callRpc } from '#api/rpc.ts';

/** Reads the photos of a child. Their addresses are valid for five minutes. */
export const readPhotos = (childId: string) =>
  asMember((token) =>
    call({
      path: `/functions/v1/camp-photos?child_id=${encodeURIComponent(childId)}`,
      method: 'GET',
      schema: FamilyCampPhotos,
      readError: fromFunction,
      token,
    }),
  );

/** Removes the child from a photo. Fails with `photo_not_found`. */
export const removePhoto = (photoId: string, childId: string) =>
  asMember((token) =>
    callRpc('remove_camp_photo', { p_photo_id: photoId, p_child_id: childId }, RemovedCampPhoto, token),
  );

/** Erases a photo for all families, and tells admins. Fails with `photo_not_found`. */
export const reportPhoto = (photoId: string, childId: string) =>
  asMember((token) =>
    callRpc('report_camp_photo', { p_photo_id: photoId, p_child_id: childId }, RemovedCampPhoto, token),
  );

/** Returns the file at a signed address, or null if it could not be read. */
export async function readFile(url: string): Promise<Blob | null> {
  try {
    const response = await fetch(url);
    return response.ok ? await response.blob() : null;
  } catch {
    return null;
  }
}
