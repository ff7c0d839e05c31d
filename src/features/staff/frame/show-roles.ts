import { $heldRoles } from '#browser/held-roles.ts';
import { refreshSession } from '#browser/session.ts';
import { readText, writeText } from '#browser/text-storage.ts';
import { staffMenu } from '#config/rare-storage-keys.ts';
import { hasManagerRole } from '#domain/managers.ts';
import { isStaff, primaryRole, roles as allRoles, type Role } from '#domain/role.ts';
import { frameMessages } from './messages.ts';

/**
 * Shows what the person's roles allow. The built page is the same for everybody, so nothing appears before the roles
 * are known. The guard of each screen decides what opens.
 */
export function showRoles(bar: HTMLElement, signal: AbortSignal): void {
  const savedRoles = readRemembered();
  if (savedRoles) draw(bar, savedRoles);
  let isModeShown = false;
  const show = (roles: readonly Role[] | null) => {
    if (roles === null) return;
    draw(bar, roles);
    remember(roles);
    if (isModeShown || !isStaff(roles)) return;
    isModeShown = true;
    void import('./sales-mode-notice.ts')
      .then(({ showSalesMode: showMode }) => showMode(bar, roles, signal))
      .catch(() => undefined);
  };
  signal.addEventListener('abort', $heldRoles.listen(show));
  show($heldRoles.get());
}

function draw(bar: HTMLElement, roles: readonly Role[]): void {
  const root = document.documentElement.dataset;
  if (!isStaff(roles)) delete root['staff'];
  else if (hasManagerRole(roles)) root['staff'] = 'manager';
  else root['staff'] = roles.includes('coach') ? 'coach' : 'marketer';
  root['roles'] = roles.join(' ');
  for (const element of bar.querySelectorAll('[data-role]'))
    element.textContent = frameMessages.roles[primaryRole(roles)];
}

/** Returns the roles that this tab showed last, if the same person is signed in. */
function readRemembered(): readonly Role[] | null {
  const session = refreshSession();
  if (session.state !== 'signed_in') return null;
  const [userId, ...roles] = (readText(staffMenu, 'session') ?? '').split(' ');
  return userId === session.userId ? allRoles.filter((role) => roles.includes(role)) : null;
}

function remember(roles: readonly Role[]): void {
  const session = refreshSession();
  if (session.state !== 'signed_in') return;
  writeText(staffMenu, [session.userId, ...roles].join(' '), 'session');
}
