/**
 * The form's fields in their order, with their labels. The keys are the paths in the contract's `CheckoutDetails` and
 * the ids of the inputs. `#` is the position in a list. `health` is the question that comes before the two health
 * fields of SQL.
 */
export const fieldNames = {
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

export const childMessages = {
  only: 'Your child',
  numbered: (index: number) => `Child ${index + 1}`,
};
