import type { InvitationView, JoiningPreview } from '#contract/family-parents.ts';
import { atom } from 'nanostores';
import { readFamily } from '#api/family.ts';
import { errorText } from '#api/error-text.ts';
import { signOut } from '#api/sign-out.ts';
import { forgetInvitation, readInvitation } from '#browser/invitation.ts';
import { createAction } from '#ui/kit/action.ts';
import { acceptInvitation, getInvitation, joinWithFamily, previewJoining } from '../api.ts';
import { invitationErrors } from './messages.ts';

export function createInvitation() {
  const $token = atom<string | null>(readInvitation());
  const { $busy, $outcome, run } = createAction();
  const $joined = atom(false);
  /** The invitation. Null until it has been read, and until then the card names nobody. */
  const $view = atom<InvitationView | null>(null);

  /** What the parent's own family would bring along. Null until the parent asks for it. */
  const $preview = atom<JoiningPreview | null>(null);

  /** Reads the invitation. A link for another account is refused here, before anybody tries to join. */
  async function open(): Promise<void> {
    const token = $token.get();
    if (token === null) return;
    const answer = await getInvitation(token);
    if (answer.ok) $view.set(answer.value);
    else if (answer.code === 'invitation_not_found')
      $outcome.set({ tone: 'bad', text: await errorText(answer.code, invitationErrors) });
  }

  /** Reads what joining would do, and changes nothing yet. */
  async function showPreview(): Promise<void> {
    const token = $token.get();
    if (token === null) return;
    await run(async () => {
      const answer = await previewJoining(token);
      $preview.set(answer.ok ? answer.value : null);
      return answer.ok ? null : { tone: 'bad', text: await errorText(answer.code, invitationErrors) };
    });
  }

  async function accept(): Promise<void> {
    const token = $token.get();
    if (token === null) return;
    await run(async () => {
      const preview = $preview.get();
      const answer = await (preview ? joinWithFamily(token, preview.fingerprint) : acceptInvitation(token));
      if (answer.ok) {
        close();
        await readFamily();
        $joined.set(true);
        return null;
      }
      // The parent must see the preview again before joining.
      $preview.set(null);
      // The link no longer works for anybody, so the browser forgets it.
      if (answer.code === 'family_full') forgetInvitation();
      return { tone: 'bad', text: await errorText(answer.code, invitationErrors) };
    });
  }

  function close(): void {
    forgetInvitation();
    $token.set(null);
  }

  return {
    $token,
    $busy,
    $outcome,
    $joined,
    $view,
    $preview,
    open,
    showPreview,
    stop: () => $preview.set(null),
    accept,
    close,
    /** Signs out. The guard then opens the sign-in page and returns here. The invitation stays saved. */
    switchAccount: () => signOut('local'),
  };
}
export type Invitation = ReturnType<typeof createInvitation>;
