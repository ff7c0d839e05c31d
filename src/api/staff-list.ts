import type * as v from 'valibot';
import { asMember } from './as-member.ts';
import { callRpc } from './rpc.ts';

type ListRpc =
  | 'list_camp_reviews'
  | 'list_desk_closes'
  | 'list_families'
  | 'list_first_aid'
  | 'list_leads'
  | 'list_orders'
  | 'list_parties'
  | 'list_payouts'
  | 'list_places'
  | 'list_promotion_codes'
  | 'list_referrals'
  | 'list_tasks'
  | 'list_vouchers'
  | 'list_waitlists';

/**
 * Returns the call that reads one page of a staff list. `after` is the last row of the previous page, or null for the
 * first page.
 */
export const readList =
  <Schema extends v.GenericSchema>(name: ListRpc, schema: Schema) =>
  (filter: Readonly<Record<string, string>>, sort: string, after: string | null, limit: number) =>
    asMember((token) =>
      callRpc(name, { p_filter: filter, p_sort: sort, p_after: after, p_limit: limit }, schema, token),
    );
