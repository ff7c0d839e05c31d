import * as v from 'valibot';

/**
 * A child's photo, private: the function `child-photo`, for a signed-in parent of the child. Sent as it comes from the
 * phone, kept as a JPEG without its place and time.
 *
 * - `POST child-photo?child_id=…`, body: the picture's bytes → `PhotoAnswer`. Refuses `child_not_found` (404),
 *   `photo_too_large` (413), `photo_not_readable` (415: no JPEG, PNG or WebP, or damaged), `photo_too_small` (422).
 * - `GET child-photo?child_id=…&child_id=…` → `PhotosAnswer`, of those that have one.
 * - `DELETE child-photo?child_id=…` → `{ removed }`.
 */

export const PHOTO_MOST_BYTES = 5 * 1024 * 1024;
/** Of either side of what is sent, in pixels. */
export const PHOTO_LEAST_SIDE = 96;
export const PHOTO_MOST_SIDE = 8000;
/** Of a PNG or WebP, which is unpacked whole. */
export const PHOTO_MOST_PIXELS = 24_000_000;
/** Longer side of what is kept. */
export const PHOTO_KEPT_SIDE = 800;
/** How long a signed address works. */
export const PHOTO_SECONDS = 300;
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

export const PhotoAnswer = v.object({
  child_id: v.string(),
  /** Works without signing in until `expires_at`, 5 minutes. */
  url: v.pipe(v.string(), v.url()),
  expires_at: v.string(),
});
export type PhotoAnswer = v.InferOutput<typeof PhotoAnswer>;

export const PhotosAnswer = v.object({ photos: v.array(PhotoAnswer) });
export const RemovedPhoto = v.object({ removed: v.boolean() });
