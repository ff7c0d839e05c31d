import { isEmail, readEmail } from '#contract/contact.ts';
import type { ReadableAtom, WritableAtom } from 'nanostores';
import { refreshSession } from '#browser/session.ts';
import { paths } from '#config/paths.ts';
import { plainDigits } from '#domain/person.ts';
import { readPhone } from '#domain/phone.ts';
import { type AuthSettings, sendMail, signIn, signUp, hideExistence, useCode, useLink } from './api.ts';
import { signOut } from '#api/sign-out.ts';
import type { Arrival } from './arrival.ts';
import type { Attempt } from './attempt.ts';
import { confirmMore, messages } from './messages.ts';
import type { SignInMail, Identity, LinkType, Screen } from './model.ts';

interface Core extends Pick<Attempt, 'attempt' | 'refuse'>, Pick<Arrival, 'arrive'> {
  $screen: WritableAtom<Screen>;
  $email: ReadableAtom<string>;
  $settings: ReadableAtom<AuthSettings>;
  back: string;
}

const CODE = /^\d{6}$/;

export function createSignInMethods({ $screen, $email, $settings, attempt, refuse, arrive, back }: Core) {
  /** Returns the e-mail address or phone number that was typed, or null if it is neither. */
  function identity(): Identity | null {
    const text = plainDigits($email.get()).trim();
    if (!$settings.get().phone || text.includes('@')) return text === '' ? null : { email: readEmail(text) };
    const phone = readPhone(text);
    return 'e164' in phone ? { phone: phone.e164 } : null;
  }

  function address(): string | null {
    const email = readEmail($email.get());
    if (isEmail(email)) return email;
    refuse({ text: email === '' ? messages.emailMissing : messages.emailForm, field: 'email' });
    return null;
  }

  async function enter(password: string): Promise<void> {
    const identified = identity();
    if (!identified || password === '') refuse({ text: messages.incomplete });
    else if (await attempt(() => signIn(identified, password))) await arrive({});
  }

  /**
   * Starts creating an account. Anybody could type a stranger's address here, so the password is chosen only after the
   * address is verified.
   */
  async function register(name: string): Promise<void> {
    const email = address();
    if (email === null) return;
    const account = { email, password: createRandomPassword(), name: name.trim() };
    if (!(await attempt(async () => hideExistence(await signUp(account, back))))) return;
    // If the project needs no confirmation, it has already signed the user in.
    if (refreshSession().state === 'signed_in') await arrive({ password: 'new', landing: paths.home });
    else $screen.set({ name: 'sent', mail: 'signup', email });
  }

  async function requestMail(mail: SignInMail): Promise<void> {
    const email = address();
    if (email !== null && (await attempt(() => sendMail(mail, email, back))))
      $screen.set({ name: 'sent', mail, email });
  }

  async function resend(): Promise<boolean> {
    const screen = $screen.get();
    return screen.name === 'sent' && (await attempt(() => sendMail(screen.mail, screen.email, back)));
  }

  async function enterCode(typedCode: string): Promise<void> {
    const screen = $screen.get();
    if (screen.name !== 'sent') return;
    const code = plainDigits(typedCode).replaceAll(/\D/g, '');
    if (!CODE.test(code)) refuse({ text: messages.codeForm, field: 'code' });
    else if (await attempt(() => useCode(screen.mail, screen.email, code)))
      await arrive({
        password: passwordAfter(screen.mail),
        landing: screen.mail === 'signup' ? paths.home : null,
      });
  }

  async function confirm(): Promise<void> {
    const screen = $screen.get();
    if (screen.name !== 'confirm') return;
    const { type, email } = screen.link;
    const link: { signedIn?: boolean } = {};
    const isDone = await attempt(async () => {
      const verified = await useLink(screen.link);
      if (!verified.ok) return verified.failure;
      link.signedIn = verified.signedIn;
      return null;
    });
    if (isDone && link.signedIn && !isOf(email)) {
      // The link signed in another address than it named. Details typed next would go to a
      // stranger's account.
      await signOut('local');
      refuse({ text: confirmMore.otherAccount });
    } else if (isDone && link.signedIn)
      await arrive({
        password: passwordAfter(type),
        landing: type === 'signup' ? paths.home : null,
      });
    else if (isDone) $screen.set({ name: 'half-changed' });
  }

  return { enter, register, requestMail, resend, enterCode, confirm };
}

function passwordAfter(mail: LinkType): 'new' | 'lost' | undefined {
  if (mail === 'recovery') return 'lost';
  return mail === 'signup' || mail === 'invite' ? 'new' : undefined;
}

function isOf(email: string): boolean {
  const session = refreshSession();
  return session.state === 'signed_in' && session.email.toLowerCase() === readEmail(email);
}

/** Returns a random password. The service requires one at sign-up, and it is replaced after the confirmation. */
const createRandomPassword = () => `Aa1-${crypto.randomUUID()}`;
