import * as v from 'valibot';

// A signed-in parent reads, sends or removes the photo of a child. The function `child-photo` fails with
// `child_not_found` (404), `photo_too_large` (413), `photo_not_readable` (415) or `photo_too_small` (422).

export const PHOTO_MOST_BYTES = 5 * 1024 * 1024;
/** The shortest side of an upload, in pixels. */
export const PHOTO_LEAST_SIDE = 96;
/** The longest side of an upload, in pixels. */
export const PHOTO_MOST_SIDE = 8000;
/**
 * The most pixels that an upload may have, because a hosted function has only two seconds of processor time. Browsers
 * make a picture smaller before they send it (src/browser/shrink-picture.ts).
 */
export const PHOTO_MOST_PIXELS = 4_000_000;
/** The longer side of the saved photo, in pixels. */
export const PHOTO_SAVED_SIDE = 800;
/** How long a signed address is valid, in seconds. */
export const PHOTO_SECONDS = 300;
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** The address of a child's photo. */
export const PhotoAnswer = v.object({
  child_id: v.string(),
  /** The address needs no sign-in until `expires_at`, after 5 minutes. */
  url: v.pipe(v.string(), v.url()),
  expires_at: v.string(),
});
export type PhotoAnswer = v.InferOutput<typeof PhotoAnswer>;

/** Photos of the children that have one. */
export const PhotosAnswer = v.object({ photos: v.array(PhotoAnswer) });
/** `removed` is false if there was no photo. */
export const RemovedPhoto = v.object({ removed: v.boolean() });
