import { atom } from 'nanostores';
import { supabase } from '#api/supabase.ts';
import { refreshSession } from '#browser/session.ts';
import { readPhone } from '#domain/phone.ts';
import { failureOf } from '../api.ts';
import { createAttempt } from '../attempt.ts';
import { messages } from '../messages.ts';
import { codeIn } from './challenge.ts';
import { type Device, removeUnfinished } from './factors.ts';
import { textMessages as words } from './messages.ts';
import { explainFailure, verifyText, sendText } from './text-code.ts';

interface Sent {
  factorId: string;
  challengeId: string;
  phone: string;
}

export function createTextSetup(devices: readonly Device[], onDone: () => void | Promise<void>) {
  const $number = atom('');
  const $sent = atom<Sent | null>(null);
  const { $busy, $problem, attempt, refuse } = createAttempt();

  /** Returns the name of a factor. The service requires a different one for each factor of an account. */
  function nameOf(phone: string): string {
    const baseName = words.name(phone.slice(-4));
    let [name, count] = [baseName, 1];
    while (devices.some((device) => device.name === name)) name = `${baseName} (${(count += 1)})`;
    return name;
  }

  async function sendCode(): Promise<void> {
    const read = readPhone($number.get());
    if (!('e164' in read)) {
      refuse({ text: words.numberForm, field: 'email' });
      return;
    }
    await attempt(async () => {
      const { auth } = await supabase();
      await removeUnfinished();
      const phone = read.e164;
      const { data, error } = await auth.mfa.enroll({
        factorType: 'phone',
        friendlyName: nameOf(phone),
        phone,
      });
      if (error) return explainFailure(failureOf(error));
      const sent = await sendText(data.id);
      if (!sent.ok) return sent.failure;
      $sent.set({ factorId: data.id, challengeId: sent.value, phone });
      return null;
    });
  }

  async function sendAgain(): Promise<void> {
    const previousSent = $sent.get();
    if (!previousSent) return;
    await attempt(async () => {
      const sent = await sendText(previousSent.factorId);
      if (!sent.ok) return sent.failure;
      $sent.set({ ...previousSent, challengeId: sent.value });
      return null;
    });
  }

  async function finish(typedCode: string): Promise<void> {
    const [sent, code] = [$sent.get(), codeIn(typedCode)];
    if (!sent) return;
    if (code === null) refuse({ text: messages.codeForm, field: 'code' });
    else if (await attempt(() => verifyText(sent.factorId, sent.challengeId, code))) {
      refreshSession();
      await onDone();
    }
  }

  return { $number, $sent, $busy, $problem, ask: sendCode, again: sendAgain, finish };
}
