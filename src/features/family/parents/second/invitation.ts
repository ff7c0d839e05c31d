import { atom } from 'nanostores';
import { readFamily } from '#api/family.ts';
import { errorText } from '#api/error-text.ts';
import { signOut } from '#api/sign-out.ts';
import { forgetInvitation, readInvitation } from '#browser/invitation.ts';
import { acceptInvitation } from '../api.ts';
import { invitationErrors } from './messages.ts';

/** An invitation opened from its link, to be accepted or left for later. */
export function createInvitation() {
  const $token = atom<string | null>(readInvitation());
  const $busy = atom(false);
  const $error = atom<string | null>(null);
  const $joined = atom(false);

  async function take(): Promise<void> {
    const token = $token.get();
    if (token === null || $busy.get()) return;
    $busy.set(true);
    $error.set(null);
    const answer = await acceptInvitation(token);
    if (answer.ok) {
      close();
      await readFamily();
      $joined.set(true);
    } else {
      $error.set(await errorText(answer.code, invitationErrors));
      // The link no longer works for anybody, so it is forgotten.
      if (answer.code === 'family_full') forgetInvitation();
    }
    $busy.set(false);
  }

  function close(): void {
    forgetInvitation();
    $token.set(null);
  }

  return {
    ...{ $token, $busy, $error, $joined, take, close },
    /** The guard then leads to the sign-in page and back here; the invitation is still saved. */
    switchAccount: () => signOut('local'),
  };
}
export type Invitation = ReturnType<typeof createInvitation>;
