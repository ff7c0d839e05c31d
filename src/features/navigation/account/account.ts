import { $session, refreshSession, type Session } from '#browser/session.ts';
import { paths } from '#config/paths.ts';
import { confirmSignOut } from '#ui/confirm-sign-out.ts';

export function showAccount(menu: HTMLElement, signal: AbortSignal): void {
  const show = (session: Session) => name(menu, session);
  signal.addEventListener('abort', $session.listen(show));
  show(refreshSession());
  const button = menu.querySelector('[data-sign-out]');
  button?.addEventListener('click', () => void signOutBy(button), { signal });
}

function name(menu: HTMLElement, session: Session): void {
  // When the session is lost, the page stays open until the user has signed in again. The name stays as well.
  if (session.state !== 'signed_in') return;
  const { name: userName, email } = session;
  menu.querySelector('summary[aria-label]')?.setAttribute('aria-label', `Account of ${userName}`);
  for (const [key, text] of [
    ['name', userName],
    ['email', email === userName ? '' : email],
  ] as const) {
    for (const element of menu.querySelectorAll(`[data-${key}]`)) element.textContent = text;
  }
}

async function signOutBy(button: Element): Promise<void> {
  if (!(await confirmSignOut())) return;
  button.setAttribute('aria-busy', 'true');
  const { signOut } = await import('#api/sign-out.ts');
  // `signOut` returns false in developer mode, which blocks signing out.
  if (await signOut('local')) location.assign(paths.home);
  else button.removeAttribute('aria-busy');
}
