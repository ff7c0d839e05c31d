import * as v from 'valibot';
import { count } from './numbers.ts';

/** Pictures that staff upload (docs/decisions "/image-repository"). The function `pictures` holds the storage's key. */

/** The largest upload from a browser that could not make the picture smaller itself. */
export const PICTURE_MOST_BYTES = 12 * 1024 * 1024;
/** The longer side of the saved picture, and that of the smaller one for lists, in pixels. */
export const PICTURE_SIDES = [1600, 400] as const;
/** How long a signed address is valid, in seconds. */
export const PICTURE_SECONDS = 300;
/**
 * For how many hours a shared link is valid. After a family withdraws its consent, a shared picture is shown for at
 * most this long.
 */
export const shareHours = [1, 24] as const;

/**
 * Who can be recognised. `unsaid` means that nobody has said yet, `nobody` means no child, and `children` means the
 * children who are named.
 */
export const pictureShows = ['unsaid', 'nobody', 'children'] as const;
/**
 * `open` means that the picture may be shared. `refused` means that a family does not consent. `private` means that
 * nobody has said who is in it.
 */
export const pictureStates = ['open', 'refused', 'private', 'deleted'] as const;
export const pictureSorts = ['name', '-created'] as const;
/** The limit is that of spec 1 §3. */
export const PICTURES_LIMIT = 100;

/** A picture in the list. `bytes` is the size of its file. */
export const StaffPicture = v.object({
  id: v.string(),
  name: v.string(),
  width: count,
  height: count,
  bytes: count,
  shows: v.picklist(pictureShows),
  state: v.picklist(pictureStates),
  uploaded_by: v.nullable(v.string()),
  created_at: v.string(),
  /** Until when a deleted picture can be restored. Null if the picture is not deleted. */
  restorable_until: v.nullable(v.string()),
});
export type StaffPicture = v.InferOutput<typeof StaffPicture>;

/** A page of pictures. `count` is at most 1000, and `more` tells whether there are more. */
export const StaffPictures = v.object({ rows: v.array(StaffPicture), count, more: v.boolean() });

/** A child who can be recognised. */
export const PictureChild = v.object({
  child_id: v.string(),
  name: v.string(),
  family: v.string(),
  /** True if the family consents. */
  may_show: v.boolean(),
});
export type PictureChild = v.InferOutput<typeof PictureChild>;

/** A picture with the children who can be recognised. */
export const PictureDetails = v.object({ ...StaffPicture.entries, children: v.array(PictureChild) });
export type PictureDetails = v.InferOutput<typeof PictureDetails>;

const Address = v.pipe(v.string(), v.url());
/** Signed addresses of pictures, and of their smaller versions for lists. */
export const PictureAddresses = v.object({
  pictures: v.array(v.object({ id: v.string(), url: Address, small_url: Address, expires_at: v.string() })),
});
/** A link to a picture for somebody without an account. */
export const SharedPicture = v.object({ url: Address, expires_at: v.string() });
export type SharedPicture = v.InferOutput<typeof SharedPicture>;

/** The content documents that contain the picture. */
export const PictureUses = v.object({
  uses: v.array(v.object({ id: v.string(), type: v.string(), title: v.nullable(v.string()) })),
});
export type PictureUses = v.InferOutput<typeof PictureUses>;

/** Returns the name of the picture's file in Studio, by which its uses are found. */
export const studioName = (id: string): string => `picture-${id}.jpg`;
