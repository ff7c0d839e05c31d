import { KitchenList, PartySheet } from '#contract/kitchen.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';

/**
 * Reads the list of a day. If a base is given, the call reads the allergies of everybody in its answer, so it is
 * logged.
 */
export const fetchKitchenList = (day: string, locationId: string | null, withClasses: boolean) =>
  asMember((token) =>
    callRpc(
      'get_kitchen_list',
      {
        p_day: day,
        ...(locationId !== null && { p_location_id: locationId }),
        p_with_classes: withClasses,
      },
      KitchenList,
      token,
    ),
  );

/** Reads the sheet of a party. The database logs each call. */
export const fetchPartySheet = (partyId: string) =>
  asMember((token) => callRpc('get_party_sheet', { p_party_id: partyId }, PartySheet, token));
