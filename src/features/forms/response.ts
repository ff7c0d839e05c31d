import * as v from 'valibot';
import { toE164 } from '#domain/phone.ts';
import {
  guestsIn,
  isShown,
  isBlank,
  isEmptyGuest,
  type Field,
  type FieldType,
  type Value,
  type Values,
} from './model.ts';

type Answer = string | number | boolean | string[];

export interface ResponseBody {
  attending: boolean | null;
  contact: { name: string; email?: string; phone?: string };
  answers: Record<string, Answer>;
  health: Record<string, Answer>;
  guests: { name: string; age: number | null; kind: 'child' | 'adult'; allergies: string | null }[];
}

/** Returns the answer's path in `submit_form_response`. */
export function responsePath({ key, type, health }: Pick<Field, 'key' | 'type' | 'health'>): string {
  const ownPaths: Partial<Record<FieldType, string>> = {
    contactName: 'contact.name',
    contactEmail: 'contact.email',
    contactPhone: 'contact.phone',
    attending: 'attending',
    guests: 'guests',
  };
  return ownPaths[type] ?? `${health ? 'health' : 'answers'}.${key}`;
}

/** Returns the questions that were shown and answered. Answers about health are separate. */
export function toResponse(fields: readonly Field[], values: Values): ResponseBody {
  const body: ResponseBody = { attending: null, contact: { name: '' }, answers: {}, health: {}, guests: [] };
  for (const field of fields) {
    const value = values[field.key] ?? null;
    if (!isShown(field, fields, values) || isBlank(value)) continue;
    const text = typeof value === 'string' ? value.trim() : '';
    if (field.type === 'attending') body.attending = value === true;
    else if (field.type === 'contactName') body.contact.name = text;
    else if (field.type === 'contactEmail') body.contact.email = text;
    else if (field.type === 'contactPhone') body.contact.phone = toE164(text);
    else if (field.type === 'guests') body.guests = buildGuests(value);
    else (field.health ? body.health : body.answers)[field.key] = buildAnswer(field, value);
  }
  return body;
}

function buildAnswer({ type }: Field, value: Value): Answer {
  if (typeof value === 'string') return type === 'number' ? Number(value) : value.trim();
  if (typeof value === 'boolean') return value;
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

const buildGuests = (value: Value): ResponseBody['guests'] =>
  guestsIn(value)
    .filter((guest) => !isEmptyGuest(guest))
    .map(({ name, age, kind, allergies }) => ({
      name: name.trim(),
      age: age.trim() === '' ? null : Number(age),
      kind,
      allergies: allergies.trim() || null,
    }));

const Text = v.nullish(v.string(), null);
const Answers = v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.array(v.string())]));

export const StoredResponse = v.object({
  attending: v.nullable(v.boolean()),
  contact: v.object({ name: Text, email: Text, phone: Text }),
  answers: Answers,
  health: Answers,
  guests: v.array(
    v.object({
      name: Text,
      age: v.nullable(v.number()),
      kind: v.picklist(['child', 'adult']),
      allergies: Text,
    }),
  ),
});

export function fromResponse(fields: readonly Field[], body: v.InferOutput<typeof StoredResponse>): Values {
  const { attending, contact, answers, health, guests } = body;
  return Object.fromEntries(
    fields.map(({ key, type }): [string, Value] => {
      if (type === 'attending') return [key, attending];
      if (type === 'contactName') return [key, contact.name];
      if (type === 'contactEmail') return [key, contact.email];
      if (type === 'contactPhone') return [key, contact.phone];
      if (type === 'guests')
        return [
          key,
          guests.map(({ name, age, kind, allergies }) => ({
            name: name ?? '',
            age: age === null ? '' : String(age),
            kind,
            allergies: allergies ?? '',
          })),
        ];
      const answer = answers[key] ?? health[key] ?? null;
      return [key, typeof answer === 'number' ? String(answer) : answer];
    }),
  );
}
