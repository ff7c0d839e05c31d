import type { StaffRole } from '../../contract/staff-roles.ts';

export const roleTitles: Record<StaffRole, string> = {
  coach: 'a coach',
  marketer: 'a marketer',
  admin: 'an admin',
  business_admin: 'a business admin',
};
