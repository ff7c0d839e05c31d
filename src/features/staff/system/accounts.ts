import type { ErrorCode } from '#contract/errors.ts';
import type { Handover, StaffAccount, StaffAccounts } from '#contract/management-system.ts';
import type { InviteStaff, StaffInvitation } from '#contract/staff-invitations.ts';
import type { StaffRole } from '#contract/staff-roles.ts';
import { atom } from 'nanostores';
import type { Answer } from '#api/errors.ts';
import { createAction } from '#ui/kit/action.ts';
import * as api from './api.ts';

/** Returns whether losing this role ends coaching. It does if it is the coach role or the last role (`revoke_role`). */
export const endsCoaching = ({ roles }: StaffAccount, role: StaffRole): boolean =>
  role === 'coach' || roles.every((grant) => grant.role === role);

export type AccountsView =
  | { state: 'loading' }
  | { state: 'failed'; code: ErrorCode }
  | { state: 'ready'; details: StaffAccounts };
/** Where the button is: in the row of this account, or above the list if it is null. */
interface Place {
  row: string | null;
}
type Result =
  | { state: 'done'; what: 'given'; role: StaffRole; account: StaffAccount }
  /** `tasks` is the number of open tasks that no longer have an owner. */
  | { state: 'done'; what: 'taken'; role: StaffRole; account: StaffAccount; tasks: number }
  /** `page` is the name of the coach's page in Studio, or null. */
  | { state: 'done'; what: 'page'; account: StaffAccount; page: string | null }
  | { state: 'done'; what: 'signed_out'; account: StaffAccount }
  | { state: 'done'; what: 'factor_removed'; account: StaffAccount }
  | { state: 'done'; what: 'invited' | 'revoked'; invitation: StaffInvitation }
  | { state: 'refused'; code: ErrorCode; email: string };
export type Outcome = Result & Place;

const inRow = ({ user_id, email }: StaffAccount) => ({ email: email ?? '', row: user_id });

/**
 * Creates the store of staff accounts. Roles are granted to an account's verified address and can be removed at once.
 */
export function createAccounts() {
  const $view = atom<AccountsView>({ state: 'loading' });
  const { $busy, $outcome, run } = createAction<Outcome>();

  async function read(): Promise<void> {
    if ($view.get().state !== 'ready') $view.set({ state: 'loading' });
    const answer = await api.fetchAccounts();
    if (answer.ok) $view.set({ state: 'ready', details: answer.value });
    else $view.set({ state: 'failed', code: answer.code });
  }

  /** Makes a change and reads the list again, because somebody else may have changed it. */
  async function runChange<Value>(
    call: () => Promise<Answer<Value>>,
    { email, row }: { email: string } & Place,
    resultOf: (value: Value) => Result,
  ): Promise<boolean> {
    const outcome = await run(async () => {
      const answer = await call();
      await read();
      return answer.ok
        ? { ...resultOf(answer.value), row }
        : { state: 'refused', code: answer.code, email, row };
    });
    return outcome?.state === 'done';
  }

  const grantRole = (email: string, role: StaffRole) =>
    runChange(
      () => api.grantRole(email.trim(), role),
      { email: email.trim(), row: null },
      ({ account }) => ({ state: 'done', what: 'given', role, account }),
    );
  const revokeRole = (account: StaffAccount, role: StaffRole, handover: Handover | null = null) =>
    runChange(
      () => api.revokeRole(account.user_id, role, handover),
      inRow(account),
      (change) => ({
        state: 'done',
        what: 'taken',
        role,
        account: change.account,
        tasks: change.tasks_returned ?? 0,
      }),
    );
  const signOut = (account: StaffAccount) =>
    runChange(
      () => api.endSessions(account.user_id),
      inRow(account),
      ({ account: changedAccount }) => ({ state: 'done', what: 'signed_out', account: changedAccount }),
    );
  const removeFactor = (account: StaffAccount) =>
    runChange(
      () => api.resetSecondFactor(account.user_id),
      inRow(account),
      () => ({ state: 'done', what: 'factor_removed', account }),
    );
  const choosePage = (account: StaffAccount, page: StaffAccounts['coach_pages'][number] | null) =>
    runChange(
      () => api.setCoachPage(account.user_id, page?.id ?? null),
      inRow(account),
      ({ account: changedAccount }) => ({
        state: 'done',
        what: 'page',
        account: changedAccount,
        page: page?.name ?? null,
      }),
    );
  /** Invites somebody. Returns null if another action is running. The form shows a refusal itself. */
  async function invite(invitation: InviteStaff): Promise<Answer<{ invitation: StaffInvitation }> | null> {
    let answer: Answer<{ invitation: StaffInvitation }> | null = null;
    await run(async () => {
      answer = await api.inviteStaff(invitation);
      await read();
      return answer.ok
        ? { state: 'done', what: 'invited', invitation: answer.value.invitation, row: null }
        : null;
    });
    return answer;
  }
  const revokeInvitation = ({ id, email }: StaffInvitation) =>
    runChange(
      () => api.revokeInvitation(id),
      { email, row: null },
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
