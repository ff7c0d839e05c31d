import type { ErrorCode } from '#contract/errors.ts';
import type { Handover, StaffAccount, StaffAccounts } from '#contract/management-system.ts';
import type { InviteStaff, StaffInvitation } from '#contract/staff-invitations.ts';
import type { StaffRole } from '#contract/staff-roles.ts';
import { atom } from 'nanostores';
import type { Answer } from '#api/errors.ts';
import { createAction } from '#ui/kit/action.ts';
import * as api from './api.ts';

/** Losing the coach role, or the last role, ends coaching (`revoke_role`). */
export const endsCoaching = ({ roles }: StaffAccount, role: StaffRole): boolean =>
  role === 'coach' || roles.every((grant) => grant.role === role);

export type AccountsView =
  | { state: 'loading' }
  | { state: 'failed'; code: ErrorCode }
  | { state: 'ready'; details: StaffAccounts };
export type Outcome =
  | { state: 'done'; what: 'given'; role: StaffRole; account: StaffAccount }
  /** `tasks` counts the open tasks that have no owner now. */
  | { state: 'done'; what: 'taken'; role: StaffRole; account: StaffAccount; tasks: number }
  /** `page` is the name of the coach's page in Studio, or null. */
  | { state: 'done'; what: 'page'; account: StaffAccount; page: string | null }
  | { state: 'done'; what: 'signed_out'; account: StaffAccount }
  | { state: 'done'; what: 'factor_removed'; account: StaffAccount }
  | { state: 'done'; what: 'invited' | 'revoked'; invitation: StaffInvitation }
  | { state: 'refused'; code: ErrorCode; email: string };

/** Roles are granted to an account's verified address and can be removed at once. */
export function createAccounts() {
  const $view = atom<AccountsView>({ state: 'loading' });
  const { $busy, $outcome, run } = createAction<Outcome>();

  async function read(): Promise<void> {
    if ($view.get().state !== 'ready') $view.set({ state: 'loading' });
    const answer = await api.fetchAccounts();
    if (answer.ok) $view.set({ state: 'ready', details: answer.value });
    else $view.set({ state: 'failed', code: answer.code });
  }

  /** Somebody else may have changed the list, so it is read again after each change. */
  async function runChange<Value>(
    call: () => Promise<Answer<Value>>,
    email: string,
    outcomeOf: (value: Value) => Outcome,
  ): Promise<boolean> {
    const outcome = await run(async () => {
      const answer = await call();
      await read();
      return answer.ok ? outcomeOf(answer.value) : { state: 'refused', code: answer.code, email };
    });
    return outcome?.state === 'done';
  }

  const grantRole = (email: string, role: StaffRole) =>
    runChange(
      () => api.grantRole(email.trim(), role),
      email.trim(),
      ({ account }) => ({ state: 'done', what: 'given', role, account }),
    );
  const revokeRole = (account: StaffAccount, role: StaffRole, handover: Handover | null = null) =>
    runChange(
      () => api.revokeRole(account.user_id, role, handover),
      account.email ?? '',
      (change) => ({
        state: 'done',
        what: 'taken',
        role,
        account: change.account,
        tasks: change.tasks_returned ?? 0,
      }),
    );
  const signOut = ({ user_id, email }: StaffAccount) =>
    runChange(
      () => api.endSessions(user_id),
      email ?? '',
      ({ account }) => ({ state: 'done', what: 'signed_out', account }),
    );
  const removeFactor = (account: StaffAccount) =>
    runChange(
      () => api.resetSecondFactor(account.user_id),
      account.email ?? '',
      () => ({ state: 'done', what: 'factor_removed', account }),
    );
  const choosePage = (account: StaffAccount, page: StaffAccounts['coach_pages'][number] | null) =>
    runChange(
      () => api.setCoachPage(account.user_id, page?.id ?? null),
      account.email ?? '',
      ({ account: changedAccount }) => ({
        state: 'done',
        what: 'page',
        account: changedAccount,
        page: page?.name ?? null,
      }),
    );
  /** Returns null if another action is running. The form shows a refusal itself. */
  async function invite(invitation: InviteStaff): Promise<Answer<{ invitation: StaffInvitation }> | null> {
    let answer: Answer<{ invitation: StaffInvitation }> | null = null;
    await run(async () => {
      answer = await api.inviteStaff(invitation);
      await read();
      return answer.ok ? { state: 'done', what: 'invited', invitation: answer.value.invitation } : null;
    });
    return answer;
  }
  const revokeInvitation = ({ id, email }: StaffInvitation) =>
    runChange(
      () => api.revokeInvitation(id),
      email,
      ({ invitation }) => ({ state: 'done', what: 'revoked', invitation }),
    );

  return {
    $view,
    $busy,
    $outcome,
    read,
    grantRole,
    revokeRole,
    signOut,
    removeFactor,
    choosePage,
    invite,
    revokeInvitation,
  };
}
export type Accounts = ReturnType<typeof createAccounts>;
