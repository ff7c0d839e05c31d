import { ClassType, SessionAvailability } from '#contract/availability.ts';
import { type LateChoice, ManagedOrder, type MoveTarget } from '#contract/after-sale.ts';
import { Camp } from '#contract/camps.ts';
import * as v from 'valibot';
import { today } from '../../lib/dates.ts';
import { type Answer, fromPostgrest } from '../../lib/errors.ts';
import { call } from '../../lib/http.ts';
import { readRows } from '../../lib/rpc.ts';

/** An answer, and of a refusal the number that SQL gives with it: cents, e.g. of the refund as it is now. */
export interface Told {
  answer: Answer<ManagedOrder>;
  cents: number | null;
}

const Detail = v.object({ details: v.pipe(v.string(), v.regex(/^-?\d+$/), v.transform(Number)) });

async function ask(name: string, body: object): Promise<Told> {
  let cents: number | null = null;
  const answer = await call({
    path: `/rest/v1/rpc/${name}`,
    body,
    schema: ManagedOrder,
    readError(status, error) {
      const detail = v.safeParse(Detail, error);
      if (detail.success) cents = detail.output.details;
      return fromPostgrest(status, error);
    },
  });
  return { answer, cents };
}

const access = (token: string) => ({ p_access: { token } });

export const getManaged = (token: string) => ask('get_managed_order', access(token));

export const cancelLines = (token: string, lineIds: string[], seenCents: number) =>
  ask('cancel_lines', { ...access(token), p_line_ids: lineIds, p_seen_refund_cents: seenCents });

export const moveLine = (token: string, lineId: string, target: MoveTarget, seenCents: number) =>
  ask('move_line', {
    ...access(token),
    p_line_id: lineId,
    p_target: target,
    p_seen_difference_cents: seenCents,
  });

export const chooseLate = (token: string, choice: LateChoice) =>
  ask('choose_late', { ...access(token), p_choice: choice });

export const placeCredit = (token: string, lineId: string, campId: string) =>
  ask('place_credit_line', { ...access(token), p_line_id: lineId, p_camp_id: campId });

export const fetchSessions = () =>
  call({
    path: '/rest/v1/rpc/get_session_availability_with_enrollments',
    body: {},
    schema: v.array(SessionAvailability),
    readError: fromPostgrest,
  });

export const fetchClassTypes = () => readRows('class_types?select=*', v.array(ClassType));

export const fetchCamps = () =>
  readRows(
    `camps?select=*&is_active=eq.true&end_date=gte.${today()}&order=start_date.asc,id.asc`,
    v.array(Camp),
  );

const TierOffer = v.object({
  id: v.string(),
  details: v.object({ tier: v.picklist(['spark', 'ignite', 'epic']) }),
});
export type TierOffer = v.InferOutput<typeof TierOffer>;

/** Which offer sells which tier: of a place kept for later nothing else says it. */
export const fetchTierOffers = () =>
  readRows('offers?select=id,details&kind=eq.camp_tier', v.array(TierOffer));
