import { formatPhone } from '#contract/phone-format.ts';
import type { ChildProfile, Overwritten, SaveChild } from '#contract/family-people.ts';
import type { MissingDetail } from '#contract/family.ts';
import type { ContactPerson } from '#domain/contact-person.ts';
import { dateOf, partsOfDate } from '#domain/person.ts';
import { toE164 } from '#domain/phone.ts';
import type { Values } from '#ui/kit/form/field.ts';
import type { OtherVersion } from '#ui/family/sheet/OverwriteNotice.tsx';
import { nestValues, textAt } from '#ui/family/sheet/convert.ts';
import { stepFields } from './steps.ts';
import { type StepId } from './step-ids.ts';
import { isPeopleStep, type PeopleStep } from '#ui/family/sheet/people-steps.ts';

/** The name of the checkbox "nothing to report". */
const NOTHING = 'health.answer';

export function readValues(child: ChildProfile): Values {
  const values: Values = {};
  for (const { path } of Object.values(stepFields).flat()) {
    const text = textAt(child, path);
    values[path] = isPhone(path) ? formatPhone(text) : text;
    if (path === NOTHING) values[path] = child.health_answer.state === 'nothing' ? 'true' : '';
  }
  return values;
}

/**
 * Converts the form's values for `save_child`. Numbers are in E.164, dates in ISO format, and empty texts become null.
 */
export const bodyOf = (values: Values): SaveChild => nestValues(values, sentAs);

function sentAs(path: string, text: string): string | boolean | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (path === NOTHING) return 'nothing';
  if (path === 'dob') return dateOf(partsOfDate(trimmed));
  if (path === 'health.medical_clearance') return trimmed === 'true';
  return isPhone(path) ? toE164(trimmed) : trimmed;
}

const isPhone = (path: string) => path.endsWith('_phone');

export function buildSave(changes: Values, before: Values, child: ChildProfile): SaveChild {
  const began = Object.fromEntries(Object.keys(changes).map((path) => [path, before[path] ?? '']));
  const body = bodyOf(changes);
  return {
    id: child.id,
    ...body,
    ...(Object.keys(changes).length > 0 && { original: bodyOf(began) }),
  };
}

export const peopleIn = (child: ChildProfile, step: PeopleStep): readonly ContactPerson[] =>
  step === 'people' ? child.own_emergency_contacts : child.own_pickup_authorizations;

/** Returns the people of the whole family, because they are also there for the child. */
export function familyPeople(child: ChildProfile, step: PeopleStep): readonly ContactPerson[] {
  const allPeople = step === 'people' ? child.emergency_contacts : child.pickup_authorizations;
  return allPeople.slice(peopleIn(child, step).length);
}

/** Returns the form's name for a field that SQL refused. */
export const fieldOf = (field: string): string => field.replace(/^p_child\./, '');

export function listAnswers(step: StepId, child: ChildProfile): string[] {
  if (isPeopleStep(step)) return peopleIn(child, step).map(({ name }) => name);
  const values = readValues(child);
  return stepFields[step]
    .flatMap(({ path, kind }) => {
      if (path === NOTHING) return [];
      return kind === 'lines' ? (values[path] ?? '').split('\n') : [values[path] ?? ''];
    })
    .filter((text) => text !== '');
}

/**
 * Returns the missing details, the most urgent first. Only the caller knows whether the photo consent was ever
 * answered.
 */
export function missingIn(child: ChildProfile, hasPhotoAnswer: boolean): MissingDetail[] {
  const checks: [MissingDetail, boolean][] = [
    ['health', child.health_answer.state === 'unknown'],
    ['emergency_contact', child.emergency_contacts.length === 0],
    ['medical', !child.medical_consent],
    ['liability', !child.indemnity_signed],
    ['activity', !child.activity_participation_consent],
    ['doctor_phone', child.health?.doctor_phone === null],
    ['photo', !hasPhotoAnswer],
  ];
  return checks.flatMap(([detail, isMissing]) => (isMissing ? [detail] : []));
}

export const readTheirChanges = (overwritten: Overwritten): OtherVersion[] =>
  overwritten.map(({ field, theirs }) => ({
    field: fieldOf(field),
    text: textOf(field, theirs),
    people: Array.isArray(theirs) ? (theirs as ContactPerson[]) : null,
  }));

function textOf(field: string, value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'boolean' ? String(value) : '';
  return isPhone(field) ? formatPhone(text) : text;
}
