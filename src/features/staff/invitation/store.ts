import type { StaffInvitationView } from '#contract/staff-invitations.ts';
import type { StaffRole } from '#contract/staff-roles.ts';
import { atom } from 'nanostores';
import { errorText } from '#api/error-text.ts';
import { signOut } from '#api/sign-out.ts';
import { forgetInvitation, readInvitation } from '#browser/invitation.ts';
import { createAction } from '#ui/kit/action.ts';
import * as api from './api.ts';
import { refusals } from './messages.ts';

type View =
  | { state: 'loading' | 'missing' | 'failed' }
  | { state: 'ready'; invitation: StaffInvitationView }
  | { state: 'accepted'; role: StaffRole };

export function createInvitation(token: string | null = readInvitation(Date.now(), 'staff')) {
  const $view = atom<View>({ state: token === null ? 'missing' : 'loading' });
  const { $busy, $outcome, run } = createAction();

  async function open(): Promise<void> {
    if (token === null) return;
    await run(async () => {
      const answer = await api.readInvitation(token);
      $view.set(answer.ok ? { state: 'ready', invitation: answer.value } : { state: 'failed' });
      return answer.ok ? null : { tone: 'bad', text: await errorText(answer.code, refusals) };
    });
  }

  async function accept(): Promise<void> {
    if (token === null) return;
    await run(async () => {
      const answer = await api.acceptInvitation(token);
      if (!answer.ok) return { tone: 'bad', text: await errorText(answer.code, refusals) };
      forgetInvitation();
      $view.set({ state: 'accepted', role: answer.value.role });
      return null;
    });
  }

  /** Signs out. The guard then opens the sign-in page and returns here. The invitation stays saved. */
  const switchAccount = () => signOut('local');
  return { $view, $busy, $outcome, open, accept, switchAccount };
}
