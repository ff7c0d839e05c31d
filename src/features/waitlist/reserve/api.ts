import * as v from 'valibot';
import { callRpc } from '#api/rpc.ts';

const Token = v.object({ token: v.string() });

/** Creates the reservation and its lead (spec 2 §7). With the token, the lead is updated later. */
export const reserveSpot = (reservation: {
  parent_name: string;
  email: string;
  whatsapp: string;
  offer_id: string;
}) => callRpc('reserve_spot', { p_reservation: reservation }, Token);

export const joinedGroup = (token: string) =>
  callRpc(
    'update_lead',
    { p_token: token, p_status: 'waitlist_whatsapp_joined' },
    v.object({ updated: v.boolean() }),
  );
