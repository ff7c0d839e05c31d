import {
  type CloseDeskDay,
  DeskClose,
  DeskCloseDetails,
  DeskCloses,
  DeskDay,
  OpenDeskDays,
} from '#contract/desk-closes.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';
import { readList } from '#api/staff-list.ts';

export const fetchCloses = readList('list_desk_closes', DeskCloses);

export const fetchClose = (id: string) =>
  asMember((token) => callRpc('get_desk_close', { p_close_id: id }, DeskCloseDetails, token));

export const fetchOpenDays = () =>
  asMember((token) => callRpc('get_open_desk_days', {}, OpenDeskDays, token));

/** Reads the caller's own day. Null means today in Singapore. */
export const fetchDay = (day: string | null) =>
  asMember((token) => callRpc('get_desk_day', { p_day: day }, DeskDay, token));

/** Requests with the same key create only one close. */
export const closeDay = (close: CloseDeskDay) =>
  asMember((token) => callRpc('close_desk_day', { p_close: { ...close } }, DeskClose, token));
