import { atom } from 'nanostores';
import { freshSession } from '#api/fresh-session.ts';
import { signOut } from '#api/sign-out.ts';
import { withLoadError } from '#browser/load-error.ts';
import { $session } from '#browser/session.ts';
import { storesTexts } from '#browser/text-storage.ts';
import { paths } from '#config/paths.ts';
import { type AuthSettings, readSettings } from './api.ts';
import { createArrival } from './arrival.ts';
import { createAttempt } from './attempt.ts';
import { type MailLink, returnPath, type Screen, type LinkableScreen, shown } from './model.ts';
import { messages } from './messages.ts';
import { createPassword } from './password.ts';
import { createWaysIn } from './ways-in.ts';

export interface AuthRequest {
  from: string | null;
  show: LinkableScreen;
  link: MailLink | null;
  email: string;
  account: boolean;
  /** Master Admin Access over the page; it also decides where its user goes on. */
  staff: boolean;
  /** A staff screen sent a user whose role needs a second factor that is not set up. */
  step: boolean;
  again: boolean;
  /** The page of another provider sent the visitor back (`providers/returned.ts`). */
  returned: boolean;
  /** What it put into the fragment of the address, else empty. */
  fragment: string;
}

const loadReturn = withLoadError(() => import('./providers/returned.ts'));

interface Options extends Partial<AuthRequest> {
  origin?: string;
  go?: (path: string) => void;
  /** Records the screen in the address, so that the browser's Back button leads to the previous one. */
  remember?: (show: LinkableScreen) => void;
}

/** The state of the sign-in page, from a visitor to a signed-in user who is sent on. */
export function createAuth({
  from = null,
  show = 'sign-in',
  link = null,
  email = '',
  staff = false,
  account = false,
  step = false,
  again = false,
  returned = false,
  fragment = '',
  origin = typeof location === 'undefined' ? '' : location.origin,
  go = (path) => location.assign(path),
  remember = () => undefined,
}: Options = {}) {
  const $screen = atom<Screen>({ name: 'loading' });
  const $email = atom(email);
  /** Set after hydration, because the built page does not know its address. */
  const $staff = atom(false);
  const $settings = atom<AuthSettings>({ signUp: true, phone: false, sso: false, providers: [] });
  const { $busy, $problem, attempt, refuse } = createAttempt();
  const wanted = returnPath(from, origin);
  /** Says it before anybody types, and again after a sign-in, if this browser stores nothing. */
  const warnIfBlocked = () => {
    if (!storesTexts()) refuse({ text: messages.blocked(location.host) });
  };
  const { arrive, leave, isArriving, passwordDone } = createArrival({
    $screen,
    wanted,
    stays: account,
    go,
    notKept: warnIfBlocked,
  });
  const core = { $screen, $email, $settings, attempt, refuse, arrive, back: origin + (wanted ?? paths.home) };
  const savePassword = createPassword({ attempt, refuse }, go);
  /** The token of the sign-in that is not recent enough. */
  let oldToken: string | null = null;

  async function open(): Promise<void> {
    $staff.set(staff);
    void readSettings().then((settings) => $settings.set(settings));
    if (returned && (await finishReturn())) return;
    const session = await freshSession();
    if (again && session.state === 'signed_in') {
      oldToken = session.token;
      $email.set(session.email);
    }
    if (link) $screen.set({ name: 'confirm', link });
    else if (session.state !== 'signed_in' || again) $screen.set({ name: show });
    else if (session.isFactorDue) $screen.set({ name: 'factor' });
    else if (wanted && !account) leave(wanted);
    else $screen.set({ name: 'account' });
    warnIfBlocked();
  }

  /** Signs in with what a provider's page came back with; false after a refusal, which is shown. */
  async function finishReturn(): Promise<boolean> {
    const found = { isNew: false };
    const done = await attempt(async () => (await loadReturn()).finishReturn(found, fragment));
    if (done) await arrive({ landing: found.isNew ? paths.home : null });
    return done;
  }

  function to(name: LinkableScreen): void {
    refuse(null);
    warnIfBlocked();
    $screen.set({ name });
    remember(name);
  }

  /** The browser went back to another screen of this page. */
  function cameBack(name: LinkableScreen): void {
    refuse(null);
    if ($session.get().state !== 'signed_in') $screen.set({ name });
  }

  async function choosePassword(typed: string): Promise<void> {
    if (await savePassword(typed)) await passwordDone();
  }

  async function leaveAccount(): Promise<void> {
    if ($busy.get()) return;
    await attempt(async () => {
      await signOut('local');
      return null;
    });
    to('sign-in');
  }

  /** Follows a sign-in or sign-out in another tab, or by an e-mail's link that was opened beside this page. */
  async function follow(): Promise<void> {
    const session = $session.get();
    const { state } = session;
    const { name } = $screen.get();
    if (session.state === 'signed_in' && session.token === oldToken) return;
    const waits = name === 'sent' || shown.some((one) => one === name);
    if (state === 'signed_in' && waits && !$busy.get() && !isArriving()) await arrive({});
    if (session.state === 'signed_out' && (name === 'account' || name === 'factor')) {
      $screen.set({ name: 'sign-in' });
      if (!session.onPurpose) refuse({ text: messages.signedOut });
    }
  }

  return {
    /** Where a user who had to set up a second factor goes on. */
    next: step ? wanted : null,
    $screen,
    $email,
    $staff,
    $settings,
    $busy,
    $problem,
    attempt,
    refuse,
    open,
    to,
    cameBack,
    follow,
    arrive,
    leave,
    leaveAccount,
    choosePassword,
    /** An account can be used with e-mailed links, without a password. */
    withoutPassword: passwordDone,
    ...createWaysIn(core),
  };
}

export type Auth = ReturnType<typeof createAuth>;
