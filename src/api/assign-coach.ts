import type { PlaceNotice } from '#contract/place-changes.ts';
import { AssignedCoach } from '#contract/roster.ts';
import { asMember } from './as-member.ts';
import { callRpc } from './rpc.ts';

/**
 * Who leads a session, in place of whom it had; or one more who leads a camp, or one fewer (`leads` false). Without a
 * notice no family is told.
 */
export const assignCoach = (
  placeId: string,
  coachId: string,
  leads: boolean,
  notice: PlaceNotice | null = null,
) =>
  asMember((token) =>
    callRpc(
      'assign_coach',
      { p_place_id: placeId, p_coach_id: coachId, p_leads: leads, p_notice: notice },
      AssignedCoach,
      token,
    ),
  );
