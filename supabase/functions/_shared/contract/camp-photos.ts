import * as v from 'valibot';
import { count } from './numbers.ts';

// A coach sends photos of a camp's day, and families read those of their own children
// (docs/decisions "The photo trail"). The function `camp-photos` fails with `not_allowed`, `place_not_found`,
// `child_not_found`, `photo_consent_missing`, `list_full`, `photo_not_found` or the codes `photo_…` of family-photo.ts.

export const CAMP_PHOTO_MOST_BYTES = 3 * 1024 * 1024;
/** The longer side of a stored photo, in pixels. The device makes a photo that small before it is stored there. */
export const CAMP_PHOTO_SIDE = 1600;
/** The longer side of the small photo in a family's list, in pixels. */
export const CAMP_PHOTO_SMALL_SIDE = 480;
/** How long a signed address is valid, in seconds. */
export const CAMP_PHOTO_SECONDS = 300;

/** What the coach says about children without photo consent. */
export const photoOthers = ['none', 'blurred'] as const;
export type PhotoOthers = (typeof photoOthers)[number];

/** The family's answer about photos of a child. Unknown counts as no. */
export const PhotoConsent = v.picklist(['yes', 'no', 'unknown']);

/**
 * Answer to an upload. `stored` is false if a family withdrew its consent during the upload, so
 * that the photo was erased.
 */
export const SentCampPhoto = v.object({ stored: v.boolean() });

/** Photos of a child, the latest day first. The addresses need no sign-in until `expires_at`. */
export const FamilyCampPhotos = v.object({
  photos: v.array(
    v.object({
      id: v.string(),
      camp: v.string(),
      day: v.pipe(v.string(), v.isoDate()),
      /** The coach who took the photo. */
      taken_by: v.nullable(v.string()),
      /** The photo is deleted at the beginning of this day. */
      gone_on: v.pipe(v.string(), v.isoDate()),
      width: count,
      height: count,
      url: v.pipe(v.string(), v.url()),
      small_url: v.pipe(v.string(), v.url()),
    }),
  ),
  expires_at: v.string(),
});
export type FamilyCampPhotos = v.InferOutput<typeof FamilyCampPhotos>;
export type FamilyCampPhoto = FamilyCampPhotos['photos'][number];

/** Answer of `remove_camp_photo` and `report_camp_photo`. */
export const RemovedCampPhoto = v.object({ removed: v.literal(true) });

/** What staff see of a camp's photos on a day. */
export const CampPhotoCount = v.object({
  camp_id: v.string(),
  photos: count,
  children: count,
  /** How many children are in a photo of the day. */
  tagged: count,
  without_consent: count,
  /** The ids of the children with consent who are in no photo of the day. */
  without_photo: v.array(v.string()),
});
export type CampPhotoCount = v.InferOutput<typeof CampPhotoCount>;
