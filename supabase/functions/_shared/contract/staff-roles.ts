/** The roles of people who work here (spec 1 §3). */
export const staffRoles = ['coach', 'marketer', 'admin', 'business_admin'] as const;
export type StaffRole = (typeof staffRoles)[number];
