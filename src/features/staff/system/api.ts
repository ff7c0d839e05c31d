import {
  ChangedAccount,
  CoachDuties,
  type Handover,
  type LogFilter,
  LogPage,
  PriceApprovals,
  PriceApproved,
  SecondFactorReset,
  StaffAccounts,
  SystemHealth,
  TierProblems,
} from '#contract/management-system.ts';
import { PageVitals } from '#contract/page-vitals.ts';
import { SystemChecks } from '#contract/system-checks.ts';
import { ChangedInvitation, type InviteStaff } from '#contract/staff-invitations.ts';
import type { StaffRole } from '#contract/staff-roles.ts';
import { asMember } from '#api/as-member.ts';
import { call } from '#api/http.ts';
import { fromFunction } from '#api/errors.ts';
import { callRpc } from '#api/rpc.ts';

export const fetchHealth = () => asMember((token) => callRpc('get_system_health', {}, SystemHealth, token));

export const fetchChecks = () => asMember((token) => callRpc('get_system_checks', {}, SystemChecks, token));

export const fetchVitals = () => asMember((token) => callRpc('get_page_vitals', {}, PageVitals, token));

export const fetchTierProblems = () =>
  asMember((token) => callRpc('check_published_tiers', {}, TierProblems, token));

export const fetchPriceApprovals = () =>
  asMember((token) => callRpc('list_price_approvals', {}, PriceApprovals, token));

export const approvePrice = (id: string, seen: string) =>
  asMember((token) => callRpc('approve_price', { p_id: id, p_seen: seen }, PriceApproved, token));

export const fetchAccounts = () =>
  asMember((token) => callRpc('list_staff_accounts', {}, StaffAccounts, token));

export const grantRole = (email: string, role: StaffRole) =>
  asMember((token) => callRpc('grant_role', { p_email: email, p_role: role }, ChangedAccount, token));

export const revokeRole = (userId: string, role: StaffRole, handover: Handover | null) =>
  asMember((token) =>
    callRpc('revoke_role', { p_user_id: userId, p_role: role, p_handover: handover }, ChangedAccount, token),
  );

export const endSessions = (userId: string) =>
  asMember((token) => callRpc('end_staff_sessions', { p_user_id: userId }, ChangedAccount, token));

/**
 * Removes the second factor of a colleague. The answer comes from the function that may do that, and the accounts are
 * read again afterwards.
 */
export const resetSecondFactor = (userId: string) =>
  asMember((token) =>
    call({
      path: '/functions/v1/reset-second-factor',
      body: { user_id: userId },
      schema: SecondFactorReset,
      readError: fromFunction,
      token,
    }),
  );

export const setCoachPage = (userId: string, pageId: string | null) =>
  asMember((token) =>
    callRpc('set_coach_page', { p_user_id: userId, p_page_id: pageId }, ChangedAccount, token),
  );

export const inviteStaff = (invitation: InviteStaff) =>
  asMember((token) => callRpc('invite_staff', { ...invitation }, ChangedInvitation, token));

export const revokeInvitation = (id: string) =>
  asMember((token) => callRpc('revoke_staff_invitation', { p_id: id }, ChangedInvitation, token));

/** Returns what an account coaches. If `to` is given, the answer includes the conflicts of that substitute. */
export const fetchDuties = (userId: string, to: string | null) =>
  asMember((token) => callRpc('get_coach_duties', { p_user_id: userId, p_to: to }, CoachDuties, token));

export const fetchLog = (filter: LogFilter, after: number | null, limit: number) =>
  asMember((token) =>
    callRpc('list_log', { p_filter: filter, p_after: after, p_limit: limit }, LogPage, token),
  );
