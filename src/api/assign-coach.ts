import { AssignedCoach } from '#contract/roster.ts';
import { asMember } from './as-member.ts';
import { callRpc } from './rpc.ts';

/** Who leads a session, in place of whom it had; or one more who leads a camp, or one fewer (`leads` false). */
export const assignCoach = (placeId: string, coachId: string, leads: boolean) =>
  asMember((token) =>
    callRpc(
      'assign_coach',
      { p_place_id: placeId, p_coach_id: coachId, p_leads: leads },
      AssignedCoach,
      token,
    ),
  );
