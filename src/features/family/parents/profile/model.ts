import { formatPhone } from '#contract/phone-format.ts';
import type { Overwritten, ParentProfile, SaveProfile } from '#contract/family-people.ts';
import { codeIn } from '#domain/calling-codes.ts';
import type { ContactPerson } from '#domain/contact-person.ts';
import { toE164 } from '#domain/phone.ts';
import type { Values } from '#ui/kit/form/field.ts';
import type { OtherVersion } from '#ui/family/sheet/OverwriteNotice.tsx';
import { nestValues, textAt } from '#ui/family/sheet/convert.ts';
import { stepFields } from './steps.ts';
import { type StepId, type MissingPart } from './step-ids.ts';
import { isPeopleStep, stepPeople } from '#ui/family/sheet/people-steps.ts';

export function readValues(profile: ParentProfile): Values {
  const values: Values = {
    whatsapp: formatPhone(`${profile.whatsapp_country_code ?? ''}${profile.whatsapp_phone ?? ''}`),
  };
  for (const { path } of Object.values(stepFields).flat()) {
    if (path === 'whatsapp') continue;
    const text = textAt(profile, path);
    values[path] = isPhone(path) ? formatPhone(text) : text;
  }
  return values;
}

export function buildBody(values: Values): SaveProfile {
  const { whatsapp, ...others } = values;
  return {
    ...nestValues(others, sentAs),
    ...(whatsapp !== undefined && splitWhatsapp(sentAs('whatsapp', whatsapp))),
  };
}

function sentAs(path: string, text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '') return path === 'name' ? '' : null;
  return isPhone(path) ? toE164(trimmed) : trimmed;
}

const isPhone = (path: string) => path === 'whatsapp' || path.endsWith('phone');

function splitWhatsapp(e164: string | null) {
  const digits = e164?.slice(1) ?? '';
  const code = codeIn(digits);
  return code === null
    ? { whatsapp_country_code: null, whatsapp_phone: null }
    : { whatsapp_country_code: `+${code}`, whatsapp_phone: digits.slice(code.length) };
}

/**
 * Returns the request for saving a step. `before` has the values before editing. Empty health means "nothing to
 * report".
 */
export function buildSave(
  step: StepId,
  changes: Values,
  before: Values,
  profile: ParentProfile,
): SaveProfile {
  const began = Object.fromEntries(Object.keys(changes).map((path) => [path, before[path] ?? '']));
  const isFirst = step === 'health' && profile.health === null;
  const body = buildBody(changes);
  return {
    ...body,
    ...(isFirst && { health: body.health ?? {} }),
    ...(Object.keys(changes).length > 0 && { original: buildBody(began) }),
  };
}

export const peopleIn = (profile: ParentProfile, step: keyof typeof stepPeople): readonly ContactPerson[] =>
  step === 'people' ? profile.emergency_contacts : profile.pickup_authorization;

/** Returns the form's name for a field that SQL refused. */
export const fieldOf = (field: string): string =>
  field.replace(/^p_profile\./, '').replace(/^whatsapp_(country_code|phone)$/, 'whatsapp');

/** Returns the missing details, the most urgent first. The first three decide `profile_complete`. */
export function missingParts(profile: ParentProfile): MissingPart[] {
  const isMissing: Record<MissingPart, boolean> = {
    phone: profile.phone === null,
    emergency_contact: profile.emergency_contacts.length === 0,
    name: profile.name.trim() === '',
    email: profile.verification_status === 'unverified',
  };
  return (Object.keys(isMissing) as MissingPart[]).filter((detail) => isMissing[detail]);
}

export function listAnswers(step: StepId, profile: ParentProfile): string[] {
  if (isPeopleStep(step)) return peopleIn(profile, step).map(({ name }) => name);
  const values = readValues(profile);
  const answers = stepFields[step].map((field) => {
    const value = values[field.path] ?? '';
    const option = field.options?.find((option) => option.value === value);
    return option?.label ?? value;
  });
  // The mobile and the WhatsApp number may be the same.
  return [...new Set(answers)].filter((text) => text !== '');
}

export function readTheirChanges(overwritten: Overwritten): OtherVersion[] {
  const theirValues = new Map<string, OtherVersion>();
  const whatsapp = { code: '', phone: '' };
  for (const { field, theirs: value } of overwritten) {
    const key = fieldOf(field);
    if (Array.isArray(value))
      theirValues.set(key, { field: key, text: null, people: value as ContactPerson[] });
    else {
      const text = typeof value === 'string' ? value : '';
      if (field === 'whatsapp_country_code') whatsapp.code = text;
      if (field === 'whatsapp_phone') whatsapp.phone = text;
      const number = key === 'whatsapp' ? whatsapp.code + whatsapp.phone : text;
      theirValues.set(key, { field: key, text: isPhone(key) ? formatPhone(number) : number, people: null });
    }
  }
  return [...theirValues.values()];
}
