import { atom } from 'nanostores';
import { supabase } from '#api/supabase.ts';
import { accountPath } from '#config/paths.ts';
import { readPhone } from '#domain/phone.ts';
import { failureOf, hideExistence } from '../api.ts';
import { solveCaptcha } from '../captcha/captcha.ts';
import type { Failure } from '../error-messages.ts';
import { codeIn } from '../factor/challenge.ts';
import { messages } from '../messages.ts';
import type { Auth } from '../store.ts';
import { phoneMessages as words } from './messages.ts';

/** The greatest age in milliseconds of an account that this sign-in created. */
const NEW_MS = 600_000;

/**
 * Creates the store of signing in by phone. Known and unknown numbers get the same answers, so that nobody can test
 * which of them have an account.
 */
export function createPhone({ attempt, refuse, arrive }: Pick<Auth, 'attempt' | 'refuse' | 'arrive'>) {
  const $number = atom('');
  const $sentTo = atom<string | null>(null);

  async function requestCode(name: string | null): Promise<void> {
    const phone = readPhone($number.get());
    if (!('e164' in phone)) refuse({ text: words.numberForm, field: 'email' });
    else if (await attempt(() => (name === null ? sendCode(phone.e164) : signUp(phone.e164, name))))
      $sentTo.set(phone.e164);
  }

  async function sendAgain(): Promise<boolean> {
    const phone = $sentTo.get();
    return phone !== null && (await attempt(() => sendCode(phone)));
  }

  async function enter(typedCode: string): Promise<void> {
    const [phone, code] = [$sentTo.get(), codeIn(typedCode)];
    let isNew = false as boolean;
    if (phone === null) return;
    if (code === null) refuse({ text: messages.codeForm, field: 'code' });
    else if (
      await attempt(async () => {
        const { auth } = await supabase();
        const { data, error } = await auth.verifyOtp({ phone, token: code, type: 'sms' });
        isNew = Date.now() - Date.parse(data.user?.created_at ?? '') < NEW_MS;
        return failureOf(error);
      })
    )
      // Confirmations are sent by e-mail, so a new account is asked for its address.
      await arrive({ landing: isNew ? accountPath : null });
  }

  function goBack(): void {
    refuse(null);
    $sentTo.set(null);
  }

  return { $number, $sentTo, ask: requestCode, again: sendAgain, enter, back: goBack };
}

async function sendCode(phone: string): Promise<Failure | null> {
  const { auth } = await supabase();
  const captcha = await solveCaptcha();
  if (!captcha.ok) return captcha.failure;
  return explainFailure(failureOf((await auth.signInWithOtp({ phone, options: captcha.token })).error));
}

/**
 * Creates an account. The service requires a password at sign-up. Nobody knows this random one, and it is removed once
 * the number is verified.
 */
async function signUp(phone: string, name: string): Promise<Failure | null> {
  const { auth } = await supabase();
  const captcha = await solveCaptcha();
  if (!captcha.ok) return captcha.failure;
  const { error } = await auth.signUp({
    phone,
    password: `Aa1-${crypto.randomUUID()}`,
    options: { data: { name }, ...captcha.token },
  });
  return explainFailure(failureOf(error));
}

/** Explains a failure. The provider of text messages refuses numbers that do not exist. */
function explainFailure(failure: Failure | null): Failure | null {
  const safeFailure = hideExistence(failure);
  return safeFailure?.code === 'sms_send_failed' || safeFailure?.code === 'phone_provider_disabled'
    ? { message: words.noSuchNumber, status: safeFailure.status }
    : safeFailure;
}
