/**
 * In the form's order. The keys are the paths in the contract's CheckoutDetails and the ids of the inputs; `#` is the
 * place in a list.
 */
const fieldNames = {
  'children[#].name': 'Child’s full name',
  'children[#].dob': 'Date of birth',
  'parent.name': 'Parent’s full name',
  'parent.email': 'E-mail',
  'parent.phone': 'Mobile (WhatsApp)',
  unchanged: 'Nothing has changed',
  'children[#].health': 'Health essentials',
  'children[#].allergies': 'Allergies',
  'children[#].medical_conditions': 'Conditions, medicine, fears',
  transport_address: 'Address',
  'pickup_authorizations[#].name': 'Who may collect your child: name',
  'pickup_authorizations[#].phone': 'Who may collect your child: mobile',
  'consents.terms': 'Terms',
  'consents.activity': 'Permission to take part',
  'consents.liability': 'Risks of sport',
  'consents.medical': 'Emergency treatment',
  'consents.photo': 'Photos',
  'consents.marketing': 'News',
  signature: 'Your signature',
} as const;
export type FieldKind = keyof typeof fieldNames;

export const kinds = Object.keys(fieldNames) as FieldKind[];

export const kindOf = (id: string) => kinds.find((kind) => kind === id.replace(/\[\d+\]/, '[#]'));

export const indexOf = (id: string): number => Number(/\[(\d+)\]/.exec(id)?.[1] ?? 0);

export function fieldName(id: string): string {
  const kind = kindOf(id);
  return kind ? fieldNames[kind] : id;
}
