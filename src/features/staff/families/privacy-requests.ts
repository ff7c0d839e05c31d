import { atom } from 'nanostores';
import { errorText } from '#api/error-text.ts';
import { saveFile } from '#browser/save-file.ts';
import { today } from '#domain/dates.ts';
import { createAction, type Message } from '#ui/kit/action.ts';
import { staffRefusals } from '#ui/staff/error-messages.ts';
import * as api from './api.ts';
import { requestMessages as words } from './privacy-request-messages.ts';

/** Under data protection law, a family may ask for a copy of its data or to be erased. */
export function createPrivacyRequests(familyId: string, { save = saveFile } = {}) {
  const { $running, $outcome, run } = createAction<Message, 'copy' | 'erase'>();
  /** The result of erasing: how many orders stay without a name, and which families have the same e-mail address. */
  const $erased = atom<{ orders: number; others: readonly string[] } | null>(null);
  /** True if we owe the family something, which it loses when it is erased. */
  const $isOwed = atom(false);
  /** True if the sign-in is too old for this action, or lacks the second factor. */
  const $needsSignIn = atom(false);

  const refuse = async (code: Parameters<typeof errorText>[0]): Promise<Message> => {
    $needsSignIn.set(code === 'sign_in_again' || code === 'second_factor_needed');
    $isOwed.set(code === 'family_outstanding');
    return { tone: 'bad', text: await errorText(code, { ...staffRefusals, ...words.refusals }) };
  };

  const saveCopy = () =>
    run(async () => {
      const answer = await api.exportFamily(familyId);
      if (!answer.ok) return refuse(answer.code);
      save(`family-copy-${today()}.json`, JSON.stringify(answer.value, null, 2), 'application/json');
      return { tone: 'calm', text: words.saved };
    }, 'copy');

  const erase = (givesUp: boolean) =>
    run(async () => {
      const answer = await api.eraseFamily(familyId, givesUp);
      if (!answer.ok) return refuse(answer.code);
      $erased.set({ orders: answer.value.orders_retained, others: answer.value.same_contact });
      return null;
    }, 'erase');

  return { $running, $outcome, $erased, $isOwed, $needsSignIn, saveCopy, erase };
}
