import { PhotosAnswer } from '#contract/family-photo.ts';
import { atom } from 'nanostores';
import { fromFunction } from './errors.ts';
import { asMember } from './as-member.ts';
import { call } from './http.ts';

/**
 * The addresses of children's photos by the child's id. Each is valid for some minutes, so the browser does not store
 * them.
 */
export const $photos = atom<Readonly<Record<string, string>>>({});

/** Loads the photos of these children in one call. A child who has no photo keeps the drawn face. */
export async function loadPhotos(childIds: readonly string[]): Promise<void> {
  if (childIds.length === 0) return;
  const query = childIds.map((id) => `child_id=${encodeURIComponent(id)}`).join('&');
  const answer = await asMember((token) =>
    call({
      path: `/functions/v1/child-photo?${query}`,
      method: 'GET',
      schema: PhotosAnswer,
      readError: fromFunction,
      token,
    }),
  );
  if (!answer.ok) return;
  const loadedUrls = answer.value.photos.map(({ child_id, url }) => [child_id, url] as const);
  $photos.set({ ...$photos.get(), ...Object.fromEntries(loadedUrls) });
}
