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

/**
 * Takes an entry off the waitlist. `seen` is the status that the decision was based on. If it has changed, nothing is
 * done.
 */
export const takeOff = (entryId: string, seen: string) =>
  asMember((token) =>
    callRpc('remove_from_waitlist', { p_entry_id: entryId, p_expected: seen }, WaitingChanged, token),
  );

/** Restores an entry. If spots are free, they are offered at once. Otherwise the family gets its old position back. */
export const restore = (entryId: string, seen: string) =>
  asMember((token) =>
    callRpc('restore_waitlist_offer', { p_entry_id: entryId, p_expected: seen }, WaitingChanged, token),
  );

/** Offers this family its spots before everybody else, and adds the spots that are not free. */
export const addPlacesFor = (entryId: string, seen: string, capacity: number) =>
  asMember((token) =>
    callRpc(
      'add_places_for',
      { p_entry_id: entryId, p_expected: seen, p_expected_capacity: capacity },
      WaitingChanged,
      token,
    ),
  );

/** Returns who would get more spots. The database makes the change and then rolls it back. */
export const previewSpots = (placeId: string, spots: number, seen: number) =>
  asMember((token) =>
    callRpc('preview_places', { p_place_id: placeId, p_places: spots, p_expected: seen }, PlacesAdded, token),
  );

/** Adds spots. `seenOffers` are the entries that the preview named. If they have changed, nothing is done. */
export const addSpots = (placeId: string, spots: number, seen: number, seenOffers: string[]) =>
  asMember((token) =>
    callRpc(
      'add_places',
      { p_place_id: placeId, p_places: spots, p_expected: seen, p_expected_offers: seenOffers },
      PlacesAdded,
      token,
    ),
  );
