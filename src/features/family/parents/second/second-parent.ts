import type { ParentInvitation } from '#contract/family-parents.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { invitationPath } from '#contract/family-parents.ts';
import { isEmail, readEmail } from '#contract/contact.ts';
import { formatMoment } from '#contract/format.ts';
import { atom } from 'nanostores';
import type { Answer } from '#api/errors.ts';
import { readFamily } from '#api/family.ts';
import { errorText } from '#api/error-text.ts';
import { createAction, type Message } from '#ui/kit/action.ts';
import * as api from '../api.ts';
import { doneMessages, inviteFaults, mailMessages, secondErrors, secondMessages } from './messages.ts';

/** The actions that ask for confirmation, because they change what the other parent can do. */
export type Question = 'remove' | 'handOver' | 'leave';

/** An invitation with its link, which only this page ever knows. */
export interface SentInvitation extends ParentInvitation {
  link: string;
}

export function createSecondParent({
  origin = typeof location === 'undefined' ? '' : location.origin,
  copy = (text: string) => navigator.clipboard.writeText(text),
} = {}) {
  const $email = atom('');
  const $fault = atom<string | null>(null);
  const $sent = atom<SentInvitation | null>(null);
  const $copied = atom(false);
  const $question = atom<Question | null>(null);
  const { $busy, $outcome, run } = createAction();

  function type(email: string): void {
    $email.set(email);
    $fault.set(null);
  }

  /**
   * Makes a change, and then reads the family again, because the other parent or another window may have changed it
   * first.
   */
  const change = <T>(call: () => Promise<Answer<T>>, messageOf: (value: T) => Message | null) =>
    run(async () => {
      const answer = await call();
      if (!answer.ok && answer.code === 'invalid_input') {
        $fault.set(inviteFaults.email);
        return null;
      }
      const outcome: Message | null = answer.ok
        ? messageOf(answer.value)
        : { tone: 'bad', text: await errorText(answer.code, secondErrors) };
      if (answer.ok || staleCodes.has(answer.code)) await readFamily();
      return outcome;
    });

  /** Invites a second parent. `ownEmail` is the parent's own address, which cannot be invited. */
  async function invite(ownEmail: string): Promise<void> {
    const email = readEmail($email.get());
    if (!isEmail(email)) $fault.set(inviteFaults.email);
    else if (email === readEmail(ownEmail)) $fault.set(inviteFaults.ownAddress);
    else await send(email);
  }

  const send = (email: string) =>
    change(
      () => api.inviteParent(email),
      (invitation) => {
        $sent.set({ ...invitation, link: origin + invitationPath(invitation.token) });
        $copied.set(false);
        $email.set('');
        return null;
      },
    );

  const withdraw = () =>
    change(api.withdrawInvitation, () => {
      $sent.set(null);
      return { tone: 'calm', text: secondMessages.withdrawn };
    });

  /** Turns a parent's e-mails on or off. `name` is the other parent, who alone gets the e-mails while they are off. */
  const setMails = (isEnabled: boolean, name: string) =>
    change(
      () => api.setBookingMails(isEnabled),
      () => ({ tone: 'calm', text: isEnabled ? mailMessages.turnedOn : mailMessages.turnedOff(name) }),
    );

  async function copyLink(): Promise<void> {
    const sent = $sent.get();
    if (!sent) return;
    await copy(sent.link).then(
      () => $copied.set(true),
      () => undefined,
    );
  }

  function ask(question: Question | null): void {
    $question.set(question);
    $outcome.set(null);
  }

  /** Does what the parent confirmed. `name` is the other parent's name. */
  async function answer(question: Question, name: string): Promise<void> {
    const calls = { remove: api.removeSecondParent, handOver: api.handOverFamily, leave: api.leaveFamily };
    await change(calls[question], ({ renewals, handover_at }) => {
      $question.set(null);
      const text =
        question === 'leave'
          ? doneMessages.leave
          : doneMessages[question](name, handover_at ? formatMoment(handover_at) : '');
      const renewalText = renewals.length > 0 ? ` ${doneMessages.renewals(renewals)}` : '';
      return { tone: renewalText === '' ? 'calm' : 'warn', text: text + renewalText };
    });
  }

  const stopHandover = () => change(api.stopHandover, () => ({ tone: 'calm', text: doneMessages.stopped }));

  return {
    $email,
    $fault,
    $sent,
    $copied,
    $question,
    $busy,
    $outcome,
    type,
    invite,
    send,
    withdraw,
    setMails,
    copyLink,
    ask,
    answer,
    stopHandover,
  };
}
const staleCodes = new Set<ErrorCode>(['family_full', 'not_allowed', 'parent_not_found', 'family_not_found']);

export type SecondParent = ReturnType<typeof createSecondParent>;

export const nameOf = ({ name, email }: { name: string; email: string | null }): string =>
  name.trim() === '' ? (email ?? '') : name.trim();
