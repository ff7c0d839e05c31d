/** Conditions for the rows that a role may read, which policy-matrix.ts combines. */
import { type People } from './sql-people.ts';

export type Role = keyof People['callers'];
export const parts: Role[] = [
  'visitor',
  'parent',
  'second parent',
  'other parent',
  'coach',
  'admin',
  'business admin',
  'service',
];

/** `denied`, or an SQL condition for exactly the rows that are visible. */
export type VisibleRows = 'denied' | ((cast: People) => string);
export const all: VisibleRows = () => 'true';
export const none: VisibleRows = () => 'false';
export const ofOwnFamily = (
  column: string,
): Pick<Record<Role, VisibleRows>, 'parent' | 'second parent' | 'other parent'> => ({
  parent: ({ familyId }) => `${column} = '${familyId}'`,
  'second parent': ({ familyId }) => `${column} = '${familyId}'`,
  'other parent': ({ otherFamilyId }) => `${column} = '${otherFamilyId}'`,
});
export const ownAccount = (
  column: string,
): Pick<Record<Role, VisibleRows>, 'parent' | 'second parent' | 'other parent' | 'coach'> => ({
  parent: ({ callers }) => `${column} = '${callers.parent.sub}'`,
  'second parent': ({ callers }) => `${column} = '${callers['second parent'].sub}'`,
  'other parent': ({ callers }) => `${column} = '${callers['other parent'].sub}'`,
  coach: ({ callers }) => `${column} = '${callers.coach.sub}'`,
});
export const ordersOf = (familyId: string) =>
  `(select id from public.orders where family_id = '${familyId}')`;
export const linesOf = (familyId: string) =>
  `(select id from public.order_lines where order_id in ${ordersOf(familyId)})`;
/** Rows that only the family may read. Staff see them by functions that log it, and the service key not at all. */
export const familyOnly = { admin: none, 'business admin': none, service: 'denied' } as const;
const childrenOf = (familyId: string) => `(select id from public.children where family_id = '${familyId}')`;
export const ofOwnChildren: Partial<Record<Role, VisibleRows>> = {
  parent: ({ familyId }) => `child_id in ${childrenOf(familyId)}`,
  'second parent': ({ familyId }) => `child_id in ${childrenOf(familyId)}`,
  'other parent': ({ otherFamilyId }) => `child_id in ${childrenOf(otherFamilyId)}`,
};
export const campsOf = (familyId: string) =>
  `(select camp_id from public.camp_enrollments where family_id = '${familyId}')`;
export const enrollmentsOf = (familyId: string) =>
  `(select id from public.camp_enrollments where family_id = '${familyId}')`;
export const marksOf = (familyId: string) =>
  `(booking_id in (select id from public.bookings where family_id = '${familyId}')
    or enrollment_id in ${enrollmentsOf(familyId)})`;
/** Sessions of the coach of the cast who has an account. */
export const ledSessions =
  '(select s.id from public.sessions s join public.coaches k on k.id = s.coach_id where k.user_id is not null)';
export const ledCamps =
  '(select c.camp_id from public.camp_coaches c join public.coaches k on k.id = c.coach_id where k.user_id is not null)';
const passesOf = (familyId: string) => `(select id from public.passes where family_id = '${familyId}')`;
/** Rows of the family's own passes. */
export const ofOwnPasses: Pick<Record<Role, VisibleRows>, 'parent' | 'second parent' | 'other parent'> = {
  parent: ({ familyId }) => `pass_id in ${passesOf(familyId)}`,
  'second parent': ({ familyId }) => `pass_id in ${passesOf(familyId)}`,
  'other parent': ({ otherFamilyId }) => `pass_id in ${passesOf(otherFamilyId)}`,
};
