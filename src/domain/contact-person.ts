/** Somebody who may collect a child, or whom we call, as typed. */
export interface PersonTyped {
  name: string;
  relationship: string;
  phone: string;
}
export const emptyPerson: PersonTyped = { name: '', relationship: '', phone: '' };
