import type { Member } from '#domain/access.ts';
import type { Role } from '#domain/role.ts';

export const isDeveloperMode = (): boolean =>
  import.meta.env.DEV && import.meta.env.PUBLIC_DEVELOPER_MODE === 'on';

export const developer: { member: Member; roles: readonly Role[] } = {
  member: { userId: '00000000-0000-0000-0000-000000000000', email: '', name: 'Developer', token: '' },
  roles: ['admin'],
};

const BANNER = 'developer-mode';
const words = 'Developer mode: this page checks nobody. The database still does.';

export function announceDeveloperMode(): void {
  if (document.getElementById(BANNER)) return;
  console.warn(words);
  const banner = document.createElement('p');
  banner.id = BANNER;
  banner.setAttribute('role', 'status');
  banner.textContent = words;
  Object.assign(banner.style, {
    position: 'fixed',
    inset: 'auto 0 0',
    zIndex: '2147483647',
    margin: '0',
    padding: '6px 12px',
    background: '#b00020',
    color: '#fff',
    font: '700 14px/1.3 sans-serif',
    textAlign: 'center',
  });
  document.body.append(banner);
}

export const warnBlocked = (): void => console.warn('Developer mode is on: signing out is blocked.');
