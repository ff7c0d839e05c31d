import type { ParentInvitation } from '#contract/family-parents.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { invitationPath } from '#contract/family-parents.ts';
import { isEmail } from '#contract/contact.ts';
import { formatMoment } from '#contract/format.ts';
import { atom } from 'nanostores';
import type { Answer } from '#api/errors.ts';
import { readFamily } from '#api/family.ts';
import { errorText } from '#api/error-text.ts';
import * as api from '../api.ts';
import { doneMessages, inviteFaults, mailMessages, secondErrors, secondMessages } from './messages.ts';

/** Actions that need confirmation because the other parent notices them. */
export type Question = 'remove' | 'handOver' | 'leave';

/** A new invitation. Only this page knows its link. */
export interface Sent extends ParentInvitation {
  link: string;
}

/** The two parents of a family: inviting the second parent, and separating (spec 1 §6). */
export function createSecond({
  origin = typeof location === 'undefined' ? '' : location.origin,
  copy = (text: string) => navigator.clipboard.writeText(text),
} = {}) {
  const $email = atom('');
  const $fault = atom<string | null>(null);
  const $sent = atom<Sent | null>(null);
  const $copied = atom(false);
  const $question = atom<Question | null>(null);
  const $busy = atom(false);
  const $note = atom<{ tone: 'calm' | 'warn' | 'bad'; text: string } | null>(null);

  function type(email: string): void {
    $email.set(email);
    $fault.set(null);
  }

  async function run<T>(
    call: () => Promise<Answer<T>>,
    done: (value: T) => void | Promise<void>,
  ): Promise<void> {
    if ($busy.get()) return;
    $busy.set(true);
    $note.set(null);
    const answer = await call();
    if (answer.ok) await done(answer.value);
    else if (answer.code === 'invalid_input') $fault.set(inviteFaults.email);
    else {
      $note.set({ tone: 'bad', text: await errorText(answer.code, secondErrors) });
      // Another window or the other parent was faster, so the family is read again.
      if (stale.has(answer.code)) await readFamily();
    }
    $busy.set(false);
  }

  /** `own` is the parent's own address, which cannot be invited. */
  async function invite(own: string): Promise<void> {
    const email = $email.get().trim().toLowerCase();
    if (!isEmail(email)) $fault.set(inviteFaults.email);
    else if (email === own.trim().toLowerCase()) $fault.set(inviteFaults.own);
    else await send(email);
  }

  const send = (email: string) =>
    run(
      () => api.inviteParent(email),
      async (invitation) => {
        $sent.set({ ...invitation, link: origin + invitationPath(invitation.token) });
        $copied.set(false);
        $email.set('');
        await readFamily();
      },
    );

  const withdraw = () =>
    run(api.withdrawInvitation, async () => {
      $sent.set(null);
      $note.set({ tone: 'calm', text: secondMessages.withdrawn });
      await readFamily();
    });

  /** `name` is the other parent's name, who then is the only one to get them. */
  const setMails = (on: boolean, name: string) =>
    run(
      () => api.setBookingMails(on),
      async () => {
        $note.set({ tone: 'calm', text: on ? mailMessages.turnedOn : mailMessages.turnedOff(name) });
        await readFamily();
      },
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
    $note.set(null);
  }

  /** `name` is the other parent's name. */
  async function answer(question: Question, name: string): Promise<void> {
    const calls = { remove: api.removeSecondParent, handOver: api.handOverFamily, leave: api.leaveFamily };
    await run(calls[question], async ({ renewals, handover_at }) => {
      $question.set(null);
      const said =
        question === 'leave'
          ? doneMessages.leave
          : doneMessages[question](name, handover_at ? formatMoment(handover_at) : '');
      const charged = renewals.length > 0 ? ` ${doneMessages.renewals(renewals)}` : '';
      $note.set({ tone: charged === '' ? 'calm' : 'warn', text: said + charged });
      await readFamily();
    });
  }

  const stopHandover = () =>
    run(api.stopHandover, async () => {
      $note.set({ tone: 'calm', text: doneMessages.stopped });
      await readFamily();
    });

  return {
    ...{ $email, $fault, $sent, $copied, $question, $busy, $note },
    ...{ type, invite, send, withdraw, setMails, copyLink, ask, answer, stopHandover },
  };
}
const stale = new Set<ErrorCode>(['family_full', 'not_allowed', 'parent_not_found', 'family_not_found']);

export type Second = ReturnType<typeof createSecond>;

/** A parent's name, or the e-mail address if there is no name. */
export const nameOf = ({ name, email }: { name: string; email: string | null }): string =>
  name.trim() === '' ? (email ?? '') : name.trim();
