import { $heldRoles } from '#browser/held-roles.ts';
import { refreshSession } from '#browser/session.ts';
import { readText, writeText } from '#browser/text-storage.ts';
import { staffMenu } from '#config/rare-storage-keys.ts';
import { manages } from '#domain/managers.ts';
import { isStaff, primaryRole, roles as allRoles, type Role } from '#domain/role.ts';
import { frameMessages } from './messages.ts';

/**
 * The built page is the same for everybody, so nothing appears before the roles are known. The guard
 * of each screen decides what opens.
 */
export function showRoles(bar: HTMLElement, signal: AbortSignal): void {
  const remembered = readRemembered();
  if (remembered) draw(bar, remembered);
  let isModeShown = false;
  const show = (held: readonly Role[] | null) => {
    if (held === null) return;
    draw(bar, held);
    remember(held);
    if (isModeShown || !isStaff(held)) return;
    isModeShown = true;
    void import('./sales-mode-notice.ts')
      .then(({ showSalesMode: showMode }) => showMode(bar, held, signal))
      .catch(() => undefined);
  };
  signal.addEventListener('abort', $heldRoles.listen(show));
  show($heldRoles.get());
}

function draw(bar: HTMLElement, held: readonly Role[]): void {
  const root = document.documentElement.dataset;
  if (!isStaff(held)) delete root['staff'];
  else if (manages(held)) root['staff'] = 'manager';
  else root['staff'] = held.includes('coach') ? 'coach' : 'marketer';
  root['roles'] = held.join(' ');
  for (const place of bar.querySelectorAll('[data-role]'))
    place.textContent = frameMessages.roles[primaryRole(held)];
}

/** Returns the roles that this tab showed last, if the same person is signed in. */
function readRemembered(): readonly Role[] | null {
  const session = refreshSession();
  if (session.state !== 'signed_in') return null;
  const [userId, ...held] = (readText(staffMenu, 'session') ?? '').split(' ');
  return userId === session.userId ? allRoles.filter((role) => held.includes(role)) : null;
}

function remember(held: readonly Role[]): void {
  const session = refreshSession();
  if (session.state !== 'signed_in') return;
  writeText(staffMenu, [session.userId, ...held].join(' '), 'session');
}
