import * as v from 'valibot';
import { env } from '../../config/env.ts';
import { fromPostgrest } from '../../api/errors.ts';
import { call } from '../../api/http.ts';
import { freshSession } from '../../api/fresh-session.ts';
import { staffLinks, staffRoles, type StaffLink } from './staff-model.ts';

/** Fetched only where somebody is signed in: asks for the role, and shows staff their menu. */
export async function showStaffMenu(): Promise<void> {
  const session = await freshSession();
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
  // Without an answer nobody is staff (spec 1 §8).
  if (!answers.some((answer) => answer.ok && answer.value)) return;
  const links = staffLinks(env().PUBLIC_SUPABASE_URL);
  addDropdown(links);
  addToSideMenu(links.filter(({ mobile }) => mobile));
}

function addDropdown(links: readonly StaffLink[]): void {
  const menu = document.createElement('details');
  menu.className = 'staff-menu';
  const name = document.createElement('summary');
  name.textContent = 'Admin';
  menu.append(name, listOf(links));
  const close = () => (menu.open = false);
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node) || !menu.contains(relatedTarget)) close();
  });
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return;
    close();
    name.focus();
  });
  // A click on what takes no focus leaves it too.
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Node) || !menu.contains(target)) close();
  });
  const item = document.createElement('li');
  item.append(menu);
  document.querySelector('[data-nav] nav > ul')?.append(item);
}

function addToSideMenu(links: readonly StaffLink[]): void {
  const heading = document.createElement('p');
  heading.className = 'group';
  heading.textContent = 'Staff';
  document.querySelector('#menu-dialog nav')?.append(heading, listOf(links));
}

function listOf(links: readonly StaffLink[]): HTMLUListElement {
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
