import { paths } from '#config/paths.ts';
import { promotionsPath } from '#config/promotions-path.ts';
import { hasManagerRole } from '#domain/managers.ts';
import type { Role } from '#domain/role.ts';

/** The roles that see the Admin menu (spec 1 §2 and §6). */
export const staffRoles = ['business_admin', 'admin', 'coach', 'marketer'] as const;

export interface StaffLink {
  label: string;
  href: string;
  /** True if the side menu on a phone contains the link. */
  mobile?: boolean;
}

/**
 * Returns the links of the Admin menu. A coach gets every link. The coach's dashboard is the roster, and a setting
 * decides whether the coach sells at the desk. A marketer gets only the links that the role opens.
 */
export function staffLinks(apiUrl: string, roles: readonly Role[]): StaffLink[] {
  const isManager = hasManagerRole(roles);
  if (!isManager && !roles.includes('coach'))
    return [
      { label: 'Promotion codes', href: promotionsPath, mobile: true },
      { label: 'Family Dashboard', href: paths.familyBase, mobile: true },
      { label: 'Home', href: paths.home },
    ];
  return [
    { label: 'Management Dashboard', href: isManager ? paths.management : paths.roster, mobile: true },
    ...(isManager ? [{ label: 'Roster and check-in', href: paths.roster, mobile: true }] : []),
    { label: 'Family Dashboard', href: paths.familyBase, mobile: true },
    { label: 'Packages/Sales', href: paths.sales },
    { label: 'Fun-Start', href: paths.tryOut },
    { label: 'Camps', href: paths.camps },
    { label: 'Image Repository', href: paths.imageRepository, mobile: true },
    { label: 'Home', href: paths.home },
    { label: 'Database', href: databaseDashboard(apiUrl) },
    { label: 'Master Admin Access', href: `${paths.auth}?staff=1` },
  ];
}

/**
 * Returns the Supabase dashboard of this project. If the database is not hosted by Supabase, returns the list of
 * projects.
 */
export function databaseDashboard(apiUrl: string): string {
  const project = /^https:\/\/([a-z0-9]+)\.supabase\.co/.exec(apiUrl)?.[1];
  return project ? `https://supabase.com/dashboard/project/${project}` : 'https://supabase.com/dashboard';
}
