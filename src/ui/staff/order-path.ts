import { staffPaths } from '#config/staff-paths.ts';

/** The order's sheet in the list of orders. */
export const orderPath = (orderId: string) =>
  `${staffPaths.managementOrders}?${new URLSearchParams({ order: orderId }).toString()}`;
