import type { ErrorCode } from '#contract/errors.ts';
import type { CoachDuties, StaffAccount } from '#contract/management-system.ts';
import type { StaffRole } from '#contract/staff-roles.ts';
import { atom } from 'nanostores';
import * as api from './api.ts';

export type HandoverView =
  | { state: 'loading' }
  | { state: 'failed'; code: ErrorCode }
  /** `to` is undefined until somebody chooses, and null for no substitute. */
  | { state: 'ready'; duties: CoachDuties; to: string | null | undefined };

export const hasDuties = ({ sessions, camps, templates }: CoachDuties): boolean =>
  sessions + camps + templates > 0;

/** Losing the coach role, or the last role, ends coaching (`revoke_role`). */
export const endsCoaching = ({ roles }: StaffAccount, role: StaffRole): boolean =>
  role === 'coach' || roles.every((grant) => grant.role === role);

/** Before a role is removed, somebody decides who takes over the coach's sessions. */
export function createHandover(account: StaffAccount) {
  const $view = atom<HandoverView>({ state: 'loading' });

  async function read(): Promise<void> {
    $view.set({ state: 'loading' });
    const answer = await api.fetchDuties(account.user_id, null);
    $view.set(
      answer.ok
        ? { state: 'ready', duties: answer.value, to: undefined }
        : { state: 'failed', code: answer.code },
    );
  }

  async function choose(to: string | null | undefined): Promise<void> {
    const view = $view.get();
    if (view.state !== 'ready') return;
    $view.set({ ...view, to, duties: { ...view.duties, clashes: [] } });
    if (typeof to !== 'string') return;
    const answer = await api.fetchDuties(account.user_id, to);
    const now = $view.get();
    if (answer.ok && now.state === 'ready' && now.to === to) $view.set({ ...now, duties: answer.value });
  }

  return { $view, read, choose };
}
