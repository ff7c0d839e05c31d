import { paths } from '#config/paths.ts';
import { managerRoles } from '#domain/managers.ts';
import { createAccess } from './access.ts';

/** For a screen of managers; others are sent to the home page. */
export const createManagerAccess = () => createAccess({ roles: managerRoles, fallback: paths.home });
