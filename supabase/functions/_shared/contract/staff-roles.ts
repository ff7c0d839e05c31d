export const staffRoles = ['coach', 'admin', 'business_admin'] as const;
export type StaffRole = (typeof staffRoles)[number];
