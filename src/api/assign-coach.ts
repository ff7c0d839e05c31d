import { ChangeImpact, type ChangeNotice } from '#contract/place-changes.ts';
import { AssignedCoach } from '#contract/roster.ts';
import { asMember } from './as-member.ts';
import { callRpc } from './rpc.ts';

/**
 * Assigns a coach. Families are notified only if there is a notice. `reason` says why an absent or busy coach is still
 * assigned.
 */
export const assignCoach = (
  placeId: string,
  coachId: string,
  isCoach: boolean,
  notice: ChangeNotice | null = null,
  reason: string | null = null,
) =>
  asMember((token) =>
    callRpc(
      'assign_coach',
      { p_place_id: placeId, p_coach_id: coachId, p_leads: isCoach, p_notice: notice, p_reason: reason },
      AssignedCoach,
      token,
    ),
  );

/** Returns what `assignCoach` would change, for example that the coach would be in two places at once. */
export const previewCoach = (placeId: string, coachId: string, isCoach: boolean) =>
  asMember((token) =>
    callRpc(
      'preview_place_change',
      { p_place_id: placeId, p_changes: { coach_id: coachId, leads: isCoach } },
      ChangeImpact,
      token,
    ),
  );
