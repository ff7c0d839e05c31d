import { ChildProfile, type SaveChild } from '#contract/family-people.ts';
import { PhotoAnswer, RemovedPhoto } from '#contract/family-photo.ts';
import { fromFunction } from '#api/errors.ts';
import { asMember } from '#api/as-member.ts';
import { call } from '#api/http.ts';
import { callRpc } from '#api/rpc.ts';
import * as timing from '#config/timing.ts';

/** Saves a child. Fails with `invalid_input` (with a field), `child_not_found` or `too_many_children`. */
export const saveChild = (child: SaveChild) =>
  asMember((token) => callRpc('save_child', { p_child: child }, ChildProfile, token));

const photoPath = (childId: string) => `/functions/v1/child-photo?child_id=${encodeURIComponent(childId)}`;

/** Saves a child's photo. Fails with `photo_too_large`, `photo_too_small` or `photo_not_readable`. */
export const sendPhoto = (childId: string, picture: Blob) =>
  asMember((token) =>
    call({
      path: photoPath(childId),
      bytes: picture,
      schema: PhotoAnswer,
      readError: fromFunction,
      token,
      timeoutMs: timing.PHOTO_TIMEOUT_MS,
    }),
  );

export const removePhoto = (childId: string) =>
  asMember((token) =>
    call({
      path: photoPath(childId),
      method: 'DELETE',
      schema: RemovedPhoto,
      readError: fromFunction,
      token,
    }),
  );
