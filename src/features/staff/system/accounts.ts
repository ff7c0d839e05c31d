import type { ErrorCode } from '#contract/errors.ts';
import type { Handover, StaffAccount, StaffAccounts, StaffRole } from '#contract/management-system.ts';
import { atom } from 'nanostores';
import type { Answer } from '#api/errors.ts';
import * as api from './api.ts';

export type AccountsView =
  | { state: 'loading' }
  | { state: 'failed'; code: ErrorCode }
  | { state: 'ready'; told: StaffAccounts };
export type End =
  | { state: 'done'; what: 'given' | 'taken'; role: StaffRole; account: StaffAccount }
  | { state: 'refused'; code: ErrorCode; email: string };
export type Act = { state: 'idle' } | { state: 'busy' } | End;

/** Staff accounts: roles are granted to an account's verified address and can be removed at once. */
export function createAccounts() {
  const $view = atom<AccountsView>({ state: 'loading' });
  const $act = atom<Act>({ state: 'idle' });

  async function read(): Promise<void> {
    if ($view.get().state !== 'ready') $view.set({ state: 'loading' });
    const answer = await api.fetchAccounts();
    if (answer.ok) $view.set({ state: 'ready', told: answer.value });
    else $view.set({ state: 'failed', code: answer.code });
  }

  /** Makes one change at a time, then reads the list again, because somebody else may have changed it. */
  async function act(
    run: () => Promise<Answer<{ account: StaffAccount }>>,
    end: { what: 'given' | 'taken'; role: StaffRole; email: string },
  ): Promise<boolean> {
    if ($act.get().state === 'busy') return false;
    $act.set({ state: 'busy' });
    const answer = await run();
    await read();
    const { what, role, email } = end;
    $act.set(
      answer.ok
        ? { state: 'done', what, role, account: answer.value.account }
        : { state: 'refused', code: answer.code, email },
    );
    return answer.ok;
  }

  const give = (email: string, role: StaffRole) =>
    act(() => api.grantRole(email.trim(), role), { what: 'given', role, email: email.trim() });
  const take = (account: StaffAccount, role: StaffRole, handover: Handover | null = null) =>
    act(() => api.revokeRole(account.user_id, role, handover), {
      ...{ what: 'taken', role, email: account.email ?? '' },
    });

  return { $view, $act, read, give, take };
}
export type Accounts = ReturnType<typeof createAccounts>;
