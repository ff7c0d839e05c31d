import { paths } from '#config/paths.ts';
import { managerRoles } from '#domain/managers.ts';
import { createAccess } from './access.ts';

export const createManagerAccess = () => createAccess({ roles: managerRoles, fallback: paths.home });
