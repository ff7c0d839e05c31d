export const staffRoles = ['coach', 'marketer', 'admin', 'business_admin'] as const;
export type StaffRole = (typeof staffRoles)[number];
