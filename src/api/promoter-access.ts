import { paths } from '#config/paths.ts';
import { managerRoles } from '#domain/managers.ts';
import { createAccess } from './access.ts';

/** For the screen of promotion codes; others are sent to the home page. */
export const createPromoterAccess = () =>
  createAccess({ roles: ['marketer', ...managerRoles], fallback: paths.home });
