import type { Role } from '#domain/role.ts';

export const frameMessages = {
  search: 'Search',
  searchHint: 'Child, parent, order, camp…',
  /** A screen reader reads this before the person's name. */
  accountOf: 'Account of',
  site: 'The site',
  familyBase: 'Family Base',
  security: 'Sign-in and security',
  signOut: 'Sign out',
  mode: {
    stopped: 'Sales are stopped on the site. Parents read:',
    maintenance: 'Maintenance: nobody can book or pay. Parents read:',
  },
  changeMode: 'Change it in Settings',
  roles: {
    business_admin: 'Business admin',
    admin: 'Admin',
    coach: 'Coach',
    marketer: 'Marketer',
    customer: '',
  } satisfies Record<Role, string>,
};
