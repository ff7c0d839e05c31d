/** Screens that only other staff screens link to, so that no public page contains their addresses. */
export const staffPaths = {
  managementOrders: '/management/orders',
  managementSchedule: '/management/schedule',
  managementFamilies: '/management/families',
  managementWaitlists: '/management/waitlists',
  managementFirstAid: '/management/first-aid',
  managementLeads: '/management/leads',
  managementMessages: '/management/messages',
  managementFamilyChats: '/management/family-chats',
  managementPromotions: '/management/promotions',
  managementReports: '/management/reports',
  managementDecisions: '/management/decisions',
  managementConsents: '/management/consents',
  managementSettings: '/management/settings',
  managementSystem: '/management/system',
  staffInvitation: '/management/invitation',
} as const;
