import {
  PlacesAdded,
  StaffQueue,
  StaffWaitingHistory,
  StaffWaitlists,
  WaitingChanged,
} from '#contract/management-waitlists.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';
import { readList } from '#api/staff-list.ts';

export const fetchWaitlists = readList('list_waitlists', StaffWaitlists);

export const fetchQueue = (placeId: string) =>
  asMember((token) => callRpc('get_waitlist', { p_place_id: placeId }, StaffQueue, token));

export const fetchHistory = (entryId: string) =>
  asMember((token) => callRpc('get_waiting_history', { p_entry_id: entryId }, StaffWaitingHistory, token));

/** `seen` is the status that the decision was based on; if it has changed, nothing is done. */
export const takeOff = (entryId: string, seen: string) =>
  asMember((token) =>
    callRpc('remove_from_waitlist', { p_entry_id: entryId, p_expected: seen }, WaitingChanged, token),
  );

/** Offers the places if they are free; otherwise restores the old position in the queue. */
export const restore = (entryId: string, seen: string) =>
  asMember((token) =>
    callRpc('restore_waitlist_offer', { p_entry_id: entryId, p_expected: seen }, WaitingChanged, token),
  );

/** Offers this family its places, and adds those that are not free, ahead of everybody else. */
export const addPlacesFor = (entryId: string, seen: string, capacity: number) =>
  asMember((token) =>
    callRpc(
      'add_places_for',
      { p_entry_id: entryId, p_expected: seen, p_expected_capacity: capacity },
      WaitingChanged,
      token,
    ),
  );

/** Who would get the places: the database makes the change, reads the result and rolls it back. */
export const previewPlaces = (placeId: string, places: number, seen: number) =>
  asMember((token) =>
    callRpc(
      'preview_places',
      { p_place_id: placeId, p_places: places, p_expected: seen },
      PlacesAdded,
      token,
    ),
  );

/** `seenOffers`: the entries that the preview named; if they have changed, nothing is done. */
export const addPlaces = (placeId: string, places: number, seen: number, seenOffers: string[]) =>
  asMember((token) =>
    callRpc(
      'add_places',
      { p_place_id: placeId, p_places: places, p_expected: seen, p_expected_offers: seenOffers },
      PlacesAdded,
      token,
    ),
  );
