import {
  PICTURES_LIMIT,
  PictureAddresses,
  PictureChild,
  PictureDetails,
  PictureUses,
  SharedPicture,
  StaffPicture,
  StaffPictures,
} from '#contract/pictures.ts';
import * as v from 'valibot';
import { asMember } from '#api/as-member.ts';
import { type Answer, fromFunction } from '#api/errors.ts';
import { getFreshSession } from '#api/fresh-session.ts';
import { call } from '#api/http.ts';
import { callRpc } from '#api/rpc.ts';
import { env } from '#config/env.ts';
import { staffTiming } from '#config/staff.ts';

export const fetchPictures = (filter: Record<string, string>, sort: string, offset: number) =>
  asMember((token) =>
    callRpc(
      'list_pictures',
      { p_filter: filter, p_sort: sort, p_limit: PICTURES_LIMIT, p_offset: offset },
      StaffPictures,
      token,
    ),
  );

export const fetchPicture = (id: string) =>
  asMember((token) => callRpc('get_picture', { p_id: id }, PictureDetails, token));

/** Saves a picture's name, or who can be recognised. `children` has the ids of all children who can be recognised. */
export const savePicture = (id: string, change: { name: string } | { shows: string; children: string[] }) =>
  asMember((token) => callRpc('save_picture', { p_id: id, p_change: { ...change } }, PictureDetails, token));

export const deletePicture = (id: string, isDeleted: boolean) =>
  asMember((token) =>
    callRpc('delete_picture', { p_id: id, p_is_deleted: isDeleted }, PictureDetails, token),
  );

export const findChildren = (search: string) =>
  asMember((token) => callRpc('find_picture_children', { p_search: search }, v.array(PictureChild), token));

const path = (query: string) => `/functions/v1/pictures?${query}`;
const callPictures = <Schema extends v.GenericSchema>(
  query: string,
  schema: Schema,
  method: 'GET' | 'POST' = 'GET',
) => asMember((token) => call({ path: path(query), method, schema, readError: fromFunction, token }));

export const fetchAddresses = (ids: readonly string[]) =>
  callPictures(ids.map((id) => `id=${encodeURIComponent(id)}`).join('&'), PictureAddresses);
export const sharePicture = (id: string, hours: number) =>
  callPictures(`share=${encodeURIComponent(id)}&hours=${hours}`, SharedPicture, 'POST');
export const fetchUses = (id: string) => callPictures(`uses=${encodeURIComponent(id)}`, PictureUses);

/**
 * Uploads a picture with XMLHttpRequest, because `fetch` does not report the progress of an upload. `onSent` gets the
 * uploaded share, from 0 to 1.
 */
export async function sendPicture(
  { id, name, bytes }: { id: string; name: string; bytes: Blob },
  onSent: (share: number) => void,
): Promise<Answer<StaffPicture>> {
  const session = await getFreshSession();
  if (session.state !== 'signed_in') return { ok: false, code: 'unauthorized' };
  return await new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', env().PUBLIC_SUPABASE_URL + path(new URLSearchParams({ id, name }).toString()));
    request.setRequestHeader('apikey', env().PUBLIC_SUPABASE_KEY);
    request.setRequestHeader('authorization', `Bearer ${session.token}`);
    request.timeout = staffTiming.PICTURE_TIMEOUT_MS;
    request.upload.onprogress = ({ loaded, total }) => onSent(total === 0 ? 0 : loaded / total);
    const fail = () => resolve({ ok: false, code: 'unexpected' });
    request.onerror = fail;
    request.ontimeout = fail;
    request.onload = () => {
      let body: unknown;
      try {
        body = JSON.parse(request.responseText);
      } catch {
        body = null;
      }
      if (request.status !== 200) resolve(fromFunction(request.status, body));
      else {
        const parsed = v.safeParse(StaffPicture, body);
        resolve(parsed.success ? { ok: true, value: parsed.output } : { ok: false, code: 'unexpected' });
      }
    };
    request.send(bytes);
  });
}
