import type { CheckoutDetails } from '#contract/order-requests.ts';
import { isEmail, plainText, readEmail } from '#contract/contact.ts';
import { ageOn } from '#domain/dates.ts';
import type { Fault, Faults } from '#domain/fault.ts';
import type { PersonTyped } from '#domain/contact-person.ts';
import { type Ages, birthFault, dateOf, plainDigits } from '#domain/person.ts';
import { readPhone } from '#domain/phone.ts';
import {
  ageRemark,
  asksConsent,
  type Child,
  type PrivateDetails,
  emptyHealth,
  type Form,
  goesTo,
  type Health,
  type AnswersOnRecord,
  mustAgree,
  type Purpose,
} from './model.ts';

export { causeInBasket, causeOf } from './faults.ts';

export interface Rules {
  today: string;
  seats: number;
  firstDay: string;
  ages: Ages;
  overnight: boolean;
  /** The parts of a basket. Missing if the order is for one thing. */
  parts?: readonly RulesOfPart[];
  versions: ReadonlyMap<Purpose, number>;
}

interface RulesOfPart {
  key: string;
  name: string;
  firstDay: string;
  ages: Ages;
  overnight: boolean;
}

/** Finds a postal code in "570123", "S570123" or "S(570123)". */
const POSTAL_CODE = /(?<!\d)\d{6}(?!\d)/;

/**
 * Returns either the faults in the form's order, or the details in the contract's shape. If answers are on record,
 * they are only confirmed.
 */
export function checkForm(
  form: Form,
  privateDetails: PrivateDetails,
  rules: Rules,
  onRecord: AnswersOnRecord | null = null,
): { faults: Faults; details: CheckoutDetails | null } {
  const faults: Faults = {};
  const addFault = (id: string, fault: Fault | null): void => {
    if (fault) faults[id] = fault;
  };
  const children = form.children.slice(0, rules.seats);
  const missing = (text: string): Fault | null => (text.trim() === '' ? { kind: 'missing' } : null);

  children.forEach((child, index) => {
    addFault(`children[${index}].name`, missing(child.name));
    addFault(`children[${index}].dob`, birthDateFault(child, rules));
  });
  addFault('parent.name', missing(form.parentName));
  addFault('parent.email', missing(form.email) ?? (isEmail(form.email) ? null : { kind: 'email_form' }));
  const phone = phoneOf(form.phone);
  if ('kind' in phone) addFault('parent.phone', phone);

  if (onRecord && !onRecord.signed) addFault('unchanged', { kind: 'missing' });
  children.forEach((_, index) => {
    if (onRecord?.health[index]) return;
    const health = privateDetails.health[index] ?? emptyHealth;
    if (health.answer === '') addFault(`children[${index}].health`, { kind: 'missing' });
    else if (health.answer === 'some' && `${health.allergies}${health.conditions}`.trim() === '')
      addFault(`children[${index}].allergies`, { kind: 'missing' });
  });
  if (form.transport !== '')
    addFault(
      'transport_address',
      missing(form.address) ??
        (POSTAL_CODE.test(plainDigits(form.address)) ? null : { kind: 'no_postal_code' }),
    );
  const people = privateDetails.pickup.map((person, index) => collectorOf(person, index, addFault));

  for (const purpose of mustAgree)
    if (onRecord?.consents[purpose] === undefined && !form.consents[purpose])
      addFault(`consents.${purpose}`, { kind: 'missing' });
  const signs = asksConsent(onRecord);
  const parentName = signs ? fullName(form.parentName, privateDetails.signature) : form.parentName;
  if (signs) addFault('signature', signatureFault(privateDetails.signature, parentName));

  if (Object.keys(faults).length > 0 || 'kind' in phone) return { faults, details: null };
  return {
    faults,
    details: {
      parent: { name: parentName.trim(), email: readEmail(form.email), phone: phone.e164 },
      children: children.map((child, index) => ({
        name: child.name.trim(),
        dob: dateOf(child),
        ...(onRecord?.health[index]
          ? { health_unchanged: true }
          : healthOf(privateDetails.health[index] ?? emptyHealth)),
        ...(child.level ? { experience_level: child.level } : {}),
        ...(asksOvernight(child, rules) ? { overnight: child.overnight === true } : {}),
        ...(people.length > 0 || privateDetails.pickupChanged ? { pickup_authorizations: people } : {}),
      })),
      consents: consentsOf(form, rules, onRecord),
      ...(signs ? { signature: privateDetails.signature.trim() } : {}),
      ...(form.transport === '' ? {} : { transport_address: form.address.trim() }),
    },
  };
}

const asksOvernight = (child: Child, { overnight, parts }: Rules): boolean =>
  parts ? parts.some((part) => part.overnight && goesTo(child, part.key)) : overnight;

function birthDateFault(child: Child, { today, firstDay, ages, parts }: Rules): Fault | null {
  const fault = birthFault(child, today);
  const dob = dateOf(child);
  if (fault || dob === null) return fault;
  const faultOf = (day: string, limits: Ages): Fault | null => {
    const age = ageOn(dob, day);
    return ageRemark(age, limits) === 'outside' ? { kind: 'age_not_allowed', age, ...limits } : null;
  };
  if (!parts) return faultOf(firstDay, ages);
  for (const { key, name, firstDay: day, ages: limits } of parts) {
    const partFault = goesTo(child, key) ? faultOf(day, limits) : null;
    if (partFault?.kind === 'age_not_allowed') return { ...partFault, place: name };
  }
  return null;
}

function phoneOf(text: string): { e164: string } | Fault {
  return text.trim() === '' ? { kind: 'missing' } : readPhone(text);
}

function healthOf({ answer, allergies, conditions }: Health) {
  if (answer === 'none') return { nothing_to_report: true };
  if (answer !== 'some') return {};
  return {
    ...(allergies.trim() === '' ? {} : { allergies: allergies.trim() }),
    ...(conditions.trim() === '' ? {} : { medical_conditions: conditions.trim() }),
  };
}

/** Checks a person who may collect. The phone number is optional, but if it is typed, it must be valid. */
function collectorOf(person: PersonTyped, index: number, note: (id: string, fault: Fault | null) => void) {
  if (person.name.trim() === '') note(`pickup_authorizations[${index}].name`, { kind: 'missing' });
  const phone = person.phone.trim() === '' ? null : readPhone(person.phone);
  if (phone && 'kind' in phone) note(`pickup_authorizations[${index}].phone`, phone);
  return {
    name: person.name.trim(),
    ...(person.relationship.trim() === '' ? {} : { relationship: person.relationship.trim() }),
    ...(phone && 'e164' in phone ? { phone: phone.e164 } : {}),
  };
}

/**
 * Returns a name for comparison. Differences of case, spaces, apostrophes, dashes and invisible characters do not
 * count.
 */
const normalizeName = (text: string) =>
  plainText(text)
    .replace(/`/g, "'")
    .replace(/\p{Pd}/gu, '-')
    .replace(/\s+/g, ' ');

const sortWords = (name: string) => name.split(' ').sort().join(' ');

/**
 * Returns the parent's name for the order. If the signature contains it, as "Lim Hui Min" contains "Hui Min", it is
 * the signature (decisions "The signature").
 */
function fullName(name: string, signature: string): string {
  const [parentName, signedName] = [normalizeName(name), normalizeName(signature)];
  const isSame =
    ` ${signedName} `.includes(` ${parentName} `) || sortWords(signedName) === sortWords(parentName);
  return parentName !== '' && isSame ? signature : name;
}

function signatureFault(signature: string, parentName: string): Fault | null {
  if (signature.trim() === '') return { kind: 'missing' };
  return normalizeName(signature) === normalizeName(parentName) ? null : { kind: 'other_name' };
}

/**
 * Returns each consent that was shown with its version, whether it was ticked or not. A consent on record keeps its
 * value.
 */
function consentsOf(
  form: Form,
  { versions }: Rules,
  onRecord: AnswersOnRecord | null,
): CheckoutDetails['consents'] {
  const consents: CheckoutDetails['consents'] = { terms: true, activity: true };
  for (const [purpose, current] of versions) {
    const tickedVersion = form.consents[purpose];
    consents[purpose] =
      onRecord?.consents[purpose] === undefined
        ? { given: tickedVersion !== undefined, version: tickedVersion ?? current }
        : { unchanged: true };
  }
  return consents;
}
