import { CampPhotoCount, SentCampPhoto } from '#contract/camp-photos.ts';
import * as v from 'valibot';
import { asMember } from '#api/as-member.ts';
import { fromFunction } from '#api/errors.ts';
import { call } from '#api/http.ts';
import { callRpc } from '#api/rpc.ts';
import { staffTiming } from '#config/staff.ts';
import { fromBase64, type WaitingPhoto } from './waiting-photos.ts';

/** Sends a photo. The same photo is stored once. Its error codes are in contract/camp-photos.ts. */
export const sendPhoto = ({ id, campId, day, childIds, withoutIds, others, jpeg }: WaitingPhoto) => {
  const query = new URLSearchParams({ photo_id: id, camp_id: campId, day, others });
  for (const childId of childIds) query.append('child_id', childId);
  for (const childId of withoutIds) query.append('without_id', childId);
  return asMember((token) =>
    call({
      path: `/functions/v1/camp-photos?${query.toString()}`,
      bytes: fromBase64(jpeg),
      schema: SentCampPhoto,
      readError: fromFunction,
      token,
      timeoutMs: staffTiming.PICTURE_TIMEOUT_MS,
    }),
  );
};

/** Reads the numbers of photos of a day. Staff never read a photo. */
export const fetchPhotoCounts = (day: string) =>
  asMember((token) => callRpc('get_camp_photo_counts', { p_day: day }, v.array(CampPhotoCount), token));
