import { paths } from '#config/paths.ts';
import { managerRoles } from '#domain/managers.ts';
import { createAccess } from './access.ts';

/** Access to the screen of promotion codes. Users without these roles are sent to the home page. */
export const createPromoterAccess = () =>
  createAccess({ roles: ['marketer', ...managerRoles], fallback: paths.home });
