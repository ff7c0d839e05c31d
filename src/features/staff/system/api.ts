import {
  ChangedAccount,
  type LogFilter,
  LogPage,
  StaffAccounts,
  type StaffRole,
  SystemHealth,
} from '#contract/management-system.ts';
import { asMember } from '../../../api/as-member.ts';
import { callRpc } from '../../../api/rpc.ts';

export const fetchHealth = () => asMember((token) => callRpc('get_system_health', {}, SystemHealth, token));

export const fetchAccounts = () =>
  asMember((token) => callRpc('list_staff_accounts', {}, StaffAccounts, token));

export const grantRole = (email: string, role: StaffRole) =>
  asMember((token) => callRpc('grant_role', { p_email: email, p_role: role }, ChangedAccount, token));

export const revokeRole = (userId: string, role: StaffRole) =>
  asMember((token) => callRpc('revoke_role', { p_user_id: userId, p_role: role }, ChangedAccount, token));

export const fetchLog = (filter: LogFilter, after: number | null, limit: number) =>
  asMember((token) =>
    callRpc('list_log', { p_filter: filter, p_after: after, p_limit: limit }, LogPage, token),
  );
