// @vitest-environment happy-dom
/** Tests the account menu in the bar: the name, its links, and signing out. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { $session, refreshSession } from '#browser/session.ts';
import '#features/navigation/account/account-menu.ts';
import '#features/navigation/site-navigation.ts';
import { storeMember } from '#support/unit/auth-session.ts';
import { find, showPage } from '#support/unit/page.ts';

const signOut = vi.hoisted(() => vi.fn(() => Promise.resolve(true)));
vi.mock('#api/sign-out.ts', () => ({ signOut }));
vi.mock('#features/navigation/account/staff.ts', () => ({
  showStaffMenu: () => Promise.resolve(),
}));

const menu = `<account-menu><details><summary aria-label="Account"></summary>
  <b data-name></b><small data-email></small><button data-sign-out></button></details></account-menu>`;
const links = `<site-navigation><a href="/auth" data-account="/family-base" aria-label="Sign in"></a></site-navigation>
  <footer><a href="/auth" data-account="/family-base">Sign in</a></footer>`;

/** Waits for the name, which a separate script fills in. */
async function showMenu(): Promise<void> {
  showPage(menu);
  await vi.waitFor(() => expect(find('[data-name]').textContent).not.toBe(''));
}

beforeEach(() => {
  localStorage.clear();
  $session.set({ state: 'unknown' });
});

describe('the account in the bar', () => {
  it('shows the name, with the address below it', async () => {
    storeMember({ name: 'Mei Tan' });
    await showMenu();
    expect(find('summary').getAttribute('aria-label')).toBe('Account of Mei Tan');
    expect([find('[data-name]').textContent, find('[data-email]').textContent]).toEqual([
      'Mei Tan',
      'mei@example.com',
    ]);
  });

  it('shows the address once if there is no name', async () => {
    storeMember({ name: '' });
    await showMenu();
    expect([find('[data-name]').textContent, find('[data-email]').textContent]).toEqual([
      'mei@example.com',
      '',
    ]);
  });

  it('writes a name as text, never as HTML', async () => {
    storeMember({ name: '<img src=x onerror=alert(1)>' });
    await showMenu();
    expect(find('[data-name]').children).toHaveLength(0);
  });

  it('follows a change of the name, and keeps the name if the session is lost', async () => {
    storeMember({ name: 'Mei' });
    await showMenu();
    storeMember({ name: 'Mei Lim' });
    refreshSession();
    expect(find('[data-name]').textContent).toBe('Mei Lim');
    localStorage.clear();
    refreshSession();
    expect(find('[data-name]').textContent).toBe('Mei Lim');
  });

  it('signs out in this browser and opens the home page', async () => {
    const assign = vi.spyOn(location, 'assign').mockReturnValue();
    storeMember();
    await showMenu();
    find('[data-sign-out]').click();
    await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/'));
    expect(signOut).toHaveBeenCalledExactlyOnceWith('local');
  });

  it('closes by Escape and by a click elsewhere', () => {
    showPage(`${menu}<p></p>`);
    const details = document.querySelector('details');
    if (!details) throw new Error('no menu');
    details.open = true;
    find('summary').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    expect(details.open).toBe(false);
    details.open = true;
    find('p').click();
    expect(details.open).toBe(false);
  });
});

describe('the sign-in link', () => {
  const linksShown = () =>
    Array.from(document.querySelectorAll('a'), (a) => [
      a.getAttribute('href'),
      a.getAttribute('aria-label') ?? a.textContent,
    ]);

  it('is in the bar and the footer for a visitor', () => {
    showPage(links);
    expect(linksShown()).toEqual([
      ['/auth', 'Sign in'],
      ['/auth', 'Sign in'],
    ]);
  });

  it('leads a member to the family', () => {
    storeMember();
    showPage(links);
    expect(
      linksShown().map(([href, label]) => [new URL(href ?? '', 'https://o.test').pathname, label]),
    ).toEqual([
      ['/family-base', 'Family Base'],
      ['/family-base', 'Family Base'],
    ]);
  });
});
