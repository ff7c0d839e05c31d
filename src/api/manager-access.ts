import { paths } from '#config/paths.ts';
import { managerRoles } from '#domain/managers.ts';
import { createAccess } from './access.ts';

/** For a management screen; others are sent to the home page (spec 1 §2). */
export const createManagerAccess = () => createAccess({ roles: managerRoles, fallback: paths.home });
