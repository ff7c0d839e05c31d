import { staffPaths } from '#config/staff-paths.ts';

export const orderPath = (orderId: string) =>
  `${staffPaths.managementOrders}?${new URLSearchParams({ order: orderId }).toString()}`;
