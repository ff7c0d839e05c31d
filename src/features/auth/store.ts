import { atom } from 'nanostores';
import { getFreshSession } from '#api/fresh-session.ts';
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
import { createSignInMethods } from './sign-in-methods.ts';

export interface AuthRequest {
  from: string | null;
  show: LinkableScreen;
  link: MailLink | null;
  email: string;
  account: boolean;
  /** True on the sign-in page for administrators ("Master Admin Access"). */
  staff: boolean;
  /** True if a staff screen sent a user here whose role requires a second factor and who has not set one up. */
  step: boolean;
  again: boolean;
  /** True if another sign-in provider, such as Google or Apple, sent the visitor back to this page. */
  returned: boolean;
  /** The provider's answer, or an empty text. */
  fragment: string;
}

const loadReturn = withLoadError(() => import('./providers/finish-return.ts'));

interface Options extends Partial<AuthRequest> {
  origin?: string;
  go?: (path: string) => void;
  /** Records the screen in the address, so that the browser's Back button returns to it. */
  remember?: (show: LinkableScreen) => void;
}

/** Creates the store of the sign-in page, from the first screen until a signed-in user is sent on. */
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
  /** True on the page for administrators. The built page does not know its address, so this is set after hydration. */
  const $staff = atom(false);
  const $settings = atom<AuthSettings>({ signUp: true, phone: false, sso: false, providers: [] });
  const { $busy, $problem, attempt, refuse } = createAttempt();
  const requestedPath = returnPath(from, origin);
  /** Warns if the browser blocks storage. The page says so before anybody types, and again after a sign-in. */
  const warnIfBlocked = () => {
    if (!storesTexts()) refuse({ text: messages.blocked(location.host) });
  };
  const { arrive, leave, isArriving, passwordDone } = createArrival({
    $screen,
    requestedPath,
    stays: account,
    go,
    notKept: warnIfBlocked,
  });
  const sharedState = {
    $screen,
    $email,
    $settings,
    attempt,
    refuse,
    arrive,
    back: origin + (requestedPath ?? paths.home),
  };
  const savePassword = createPassword({ attempt, refuse }, go);
  /** The token of the sign-in that is not recent enough. */
  let oldToken: string | null = null;

  async function open(): Promise<void> {
    $staff.set(staff);
    void readSettings().then((settings) => $settings.set(settings));
    if (returned && (await finishReturn())) return;
    const session = await getFreshSession();
    if (again && session.state === 'signed_in') {
      oldToken = session.token;
      $email.set(session.email);
    }
    if (link) $screen.set({ name: 'confirm', link });
    else if (session.state !== 'signed_in' || again) $screen.set({ name: show });
    else if (session.isFactorDue) $screen.set({ name: 'factor' });
    else if (requestedPath && !account) leave(requestedPath);
    else $screen.set({ name: 'account' });
    warnIfBlocked();
  }

  /** Finishes the return from a provider. Returns false after a refusal, which the page shows. */
  async function finishReturn(): Promise<boolean> {
    const account = { isNew: false };
    const isSignedIn = await attempt(async () => (await loadReturn()).finishReturn(account, fragment));
    if (isSignedIn) await arrive({ landing: account.isNew ? paths.home : null });
    return isSignedIn;
  }

  function to(name: LinkableScreen): void {
    refuse(null);
    warnIfBlocked();
    $screen.set({ name });
    remember(name);
  }

  function cameBack(name: LinkableScreen): void {
    refuse(null);
    if ($session.get().state !== 'signed_in') $screen.set({ name });
  }

  async function choosePassword(typedPassword: string): Promise<void> {
    if (await savePassword(typedPassword)) await passwordDone();
  }

  async function leaveAccount(): Promise<void> {
    if ($busy.get()) return;
    await attempt(async () => {
      await signOut('local');
      return null;
    });
    to('sign-in');
  }

  /**
   * Follows a change of the session. Another tab may have signed in or out, or an e-mail's link may have been opened
   * beside this page.
   */
  async function followSession(): Promise<void> {
    const session = $session.get();
    const { state } = session;
    const { name } = $screen.get();
    if (session.state === 'signed_in' && session.token === oldToken) return;
    const isWaitingScreen = name === 'sent' || shown.some((screen) => screen === name);
    if (state === 'signed_in' && isWaitingScreen && !$busy.get() && !isArriving()) await arrive({});
    if (session.state === 'signed_out' && (name === 'account' || name === 'factor')) {
      $screen.set({ name: 'sign-in' });
      if (!session.onPurpose) refuse({ text: messages.signedOut });
    }
  }

  return {
    /** The page to which a user continues who had to set up a second factor. */
    next: step ? requestedPath : null,
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
    followSession,
    arrive,
    leave,
    leaveAccount,
    choosePassword,
    /** Continues without a password. Such an account can sign in with e-mailed links. */
    withoutPassword: passwordDone,
    ...createSignInMethods(sharedState),
  };
}

export type Auth = ReturnType<typeof createAuth>;
