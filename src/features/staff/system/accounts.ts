import type { ErrorCode } from '#contract/errors.ts';
import type { Handover, StaffAccount, StaffAccounts, StaffRole } from '#contract/management-system.ts';
import { atom } from 'nanostores';
import type { Answer } from '#api/errors.ts';
import { createAction } from '#ui/kit/action.ts';
import * as api from './api.ts';

export type AccountsView =
  | { state: 'loading' }
  | { state: 'failed'; code: ErrorCode }
  | { state: 'ready'; details: StaffAccounts };
export type Outcome =
  | { state: 'done'; what: 'given' | 'taken'; role: StaffRole; account: StaffAccount }
  | { state: 'refused'; code: ErrorCode; email: string };

/** Staff accounts: roles are granted to an account's verified address and can be removed at once. */
export function createAccounts() {
  const $view = atom<AccountsView>({ state: 'loading' });
  const { $busy, $outcome, run } = createAction<Outcome>();

  async function read(): Promise<void> {
    if ($view.get().state !== 'ready') $view.set({ state: 'loading' });
    const answer = await api.fetchAccounts();
    if (answer.ok) $view.set({ state: 'ready', details: answer.value });
    else $view.set({ state: 'failed', code: answer.code });
  }

  /** Makes one change at a time, then reads the list again, because somebody else may have changed it. */
  async function act(
    call: () => Promise<Answer<{ account: StaffAccount }>>,
    { what, role, email }: { what: 'given' | 'taken'; role: StaffRole; email: string },
  ): Promise<boolean> {
    const outcome = await run(async () => {
      const answer = await call();
      await read();
      return answer.ok
        ? { state: 'done', what, role, account: answer.value.account }
        : { state: 'refused', code: answer.code, email };
    });
    return outcome?.state === 'done';
  }

  const give = (email: string, role: StaffRole) =>
    act(() => api.grantRole(email.trim(), role), { what: 'given', role, email: email.trim() });
  const take = (account: StaffAccount, role: StaffRole, handover: Handover | null = null) =>
    act(() => api.revokeRole(account.user_id, role, handover), {
      what: 'taken',
      role,
      email: account.email ?? '',
    });

  return { $view, $busy, $outcome, read, give, take };
}
export type Accounts = ReturnType<typeof createAccounts>;
