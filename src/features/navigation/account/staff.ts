import * as v from 'valibot';
import { env } from '#config/env.ts';
import { fromPostgrest } from '#api/errors.ts';
import { call } from '#api/http.ts';
import { getFreshSession } from '#api/fresh-session.ts';
import { StaffMenu } from './staff-menu.ts';
import { staffLinks, staffRoles, type StaffLink } from './staff-model.ts';

/**
 * Shows the Admin menu. The session is renewed when the tab becomes visible (spec 1 §4), even on pages that do not
 * require one.
 */
export async function showStaffMenu(navigation: HTMLElement): Promise<void> {
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void getFreshSession();
  });
  const session = await getFreshSession();
  if (session.state !== 'signed_in') return;
  const { userId, token } = session;
  const answers = await Promise.all(
    staffRoles.map((check_role) =>
      call({
        path: '/rest/v1/rpc/has_role',
        body: { user_uuid: userId, check_role },
        schema: v.boolean(),
        readError: fromPostgrest,
        token,
      }),
    ),
  );
  // If the roles cannot be read, the user does not count as staff (spec 1 §8).
  const roles = staffRoles.filter((_, index) => answers[index]?.ok === true && answers[index].value);
  if (roles.length === 0) return;
  const links = staffLinks(env().PUBLIC_SUPABASE_URL, roles);
  addDropdown(navigation, links);
  addToSideMenu(
    navigation,
    links.filter(({ mobile }) => mobile),
  );
}

function addDropdown(navigation: HTMLElement, links: readonly StaffLink[]): void {
  const menu = document.createElement('details');
  const name = document.createElement('summary');
  name.textContent = 'Admin';
  menu.append(name, buildList(links));
  const dropdown = new StaffMenu();
  dropdown.className = 'staff-menu';
  dropdown.append(menu);
  const item = document.createElement('li');
  item.append(dropdown);
  navigation.querySelector('.site-nav nav > ul')?.append(item);
}

function addToSideMenu(navigation: HTMLElement, links: readonly StaffLink[]): void {
  const heading = document.createElement('p');
  heading.className = 'group';
  heading.textContent = 'Staff';
  navigation.querySelector('dialog nav')?.append(heading, buildList(links));
}

function buildList(links: readonly StaffLink[]): HTMLUListElement {
  const list = document.createElement('ul');
  for (const { label, href } of links) {
    const link = document.createElement('a');
    link.href = href;
    link.textContent = label;
    if (href.startsWith('https:')) {
      link.target = '_blank';
      link.rel = 'noopener';
    }
    const item = document.createElement('li');
    item.append(link);
    list.append(item);
  }
  return list;
}
