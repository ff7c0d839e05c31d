import { paths } from '#config/paths.ts';
import { promotionsPath } from '#config/promotions-path.ts';
import { primaryRole, type Role } from '#domain/role.ts';

const starts: Record<Role, string> = {
  business_admin: paths.management,
  admin: paths.management,
  coach: paths.roster,
  marketer: promotionsPath,
  customer: paths.familyBase,
};

/** Returns the first page after sign-in. For staff it is their work, and for parents their family. */
export const startOf = (roles: readonly Role[]): string => starts[primaryRole(roles)];
