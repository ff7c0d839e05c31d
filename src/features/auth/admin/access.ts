import { AdminAttempt, AdminEntered } from '#contract/admin-access.ts';
import { atom } from 'nanostores';
import { errorText } from '#api/error-text.ts';
import { fetchRoles, fetchStandings } from '#api/roles.ts';
import { callRpc } from '#api/rpc.ts';
import { $session, refreshSession, type Session, type SignedIn } from '#browser/session.ts';
import { forget } from '#browser/text-storage.ts';
import { paths, secondStepPath, storageKeys } from '#config/paths.ts';
import { hasManagerRole } from '#domain/managers.ts';
import { createAction, type Message } from '#ui/kit/action.ts';
import { signIn } from '../api.ts';
import { type Failure, notAPerson } from '../error-messages.ts';
import { adminMessages, refusals } from './messages.ts';
import { outcomeOfAttempt, recordOutcome } from './outcome.ts';

/** `aside` hides the dialog while the page below it asks for the second factor. */
export type Step = 'looking' | 'open' | 'aside' | 'closed';

/**
 * Creates the store of the administrators' sign-in. Each attempt is logged before the sign-in service is called (spec
 * 1 §2). The database checks the role itself.
 */
export function createAdminAccess(go: (path: string) => void = (path) => location.assign(path)) {
  const $step = atom<Step>('looking');
  const $email = atom('');
  const $password = atom('');
  const { $busy, $outcome: $problem, run } = createAction();
  /** The id of the attempt. It is needed until the session that follows the attempt has been checked. */
  let attempt: string | null = null;

  function open(): () => void {
    void checkSession($session.get().state === 'unknown' ? refreshSession() : $session.get());
    // A running attempt checks the new session itself.
    return $session.listen((session) => void ($busy.get() || checkSession(session)));
  }

  async function checkSession(session: Session): Promise<void> {
    if ($step.get() === 'closed') return;
    if (session.state !== 'signed_in') $step.set('open');
    else if (session.isFactorDue) $step.set('aside');
    else if (await mayManage(session)) {
      $step.set('closed');
      go(paths.management);
    } else if (await needsStep(session)) {
      $step.set('closed');
      go(secondStepPath(paths.management));
    } else $step.set('open');
  }

  /** Returns whether the manager has a role that requires a second factor and has not set one up. */
  async function needsStep(session: SignedIn): Promise<boolean> {
    const standings = await fetchStandings(session);
    return (
      standings.ok &&
      standings.value.some(({ role, needs_second_factor: due }) => due === true && hasManagerRole([role]))
    );
  }

  async function mayManage(session: SignedIn): Promise<boolean> {
    const recordedOutcome = outcomeOfAttempt();
    if (recordedOutcome) return recordedOutcome;
    if (attempt === null) {
      const roles = await fetchRoles(session);
      return roles.ok && hasManagerRole(roles.value);
    }
    const attemptId = attempt;
    attempt = null;
    return recordOutcome(async () => {
      const entry = await callRpc(
        'enter_admin_access',
        { p_attempt: attemptId },
        AdminEntered,
        session.token,
      );
      const isAllowed = entry.ok && entry.value.allowed;
      if (!isAllowed)
        $problem.set(showError(entry.ok ? adminMessages.denied : await errorText(entry.code, refusals)));
      return isAllowed;
    });
  }

  async function enter(): Promise<void> {
    const [email, password] = [$email.get().trim(), $password.get()];
    if (email === '' || password === '') return;
    await run(async () => {
      const attemptAnswer = await callRpc('note_admin_attempt', { p_email: email }, AdminAttempt);
      if (!attemptAnswer.ok) return showError(await errorText(attemptAnswer.code, refusals));
      attempt = attemptAnswer.value.attempt;
      const problem = await requestSignIn(email, password);
      if (problem !== null) {
        attempt = null;
        return showError(problem);
      }
      forget(storageKeys.signedOut);
      await checkSession(refreshSession());
      // `checkSession` sets a problem if the database refused the role.
      return $problem.get();
    });
  }

  return {
    $step,
    $email,
    $password,
    $busy,
    $problem,
    open,
    enter,
    close: () => $step.set('closed'),
  };
}
const showError = (text: string): Message => ({ tone: 'bad', text });

export type AdminAccess = ReturnType<typeof createAdminAccess>;

async function requestSignIn(email: string, password: string): Promise<string | null> {
  try {
    const failure = await signIn({ email }, password);
    return failure && messageOf(failure);
  } catch {
    return adminMessages.unexpected;
  }
}

/** Returns the service's own message, except the general one about wrong credentials (spec 1 §8). */
function messageOf({ message, status, code }: Failure): string {
  if (code === 'captcha_failed' && status !== 0) return notAPerson;
  if (status === 0 || message === '') return adminMessages.unexpected;
  const isInvalid = code === 'invalid_credentials' || message.includes('Invalid login credentials');
  return isInvalid ? adminMessages.invalid : message;
}
