import * as v from 'valibot';
import { MAX_PEOPLE } from './contact.ts';
import { HealthAnswer } from './health.ts';
import { Name, Person, Phone } from './person.ts';

// Parents write these data (spec 1 §3). If a field is missing, it does not change. Null or empty clears a field, and a
// list is replaced as a whole.

const line = (most: number) => v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(most))));
const day = v.optional(v.nullable(v.pipe(v.string(), v.isoDate())));
const phone = v.optional(v.nullable(Phone));
const people = v.optional(v.pipe(v.array(Person), v.maxLength(MAX_PEOPLE)));

/** The parent's own health, as lines of text. */
export const ParentHealth = v.object({
  medical_conditions: line(2000),
  allergies: line(2000),
  medications: line(2000),
  doctor_name: line(120),
  doctor_phone: phone,
  insurance_provider: line(120),
  insurance_number: line(60),
});

/** A child's health, as lines of text. */
export const ChildHealth = v.object({
  medical_conditions: line(2000),
  allergies: line(2000),
  medications: line(2000),
  physical_conditions: line(2000),
  physical_limitations: line(2000),
  previous_injuries: line(2000),
  fitness_level: line(40),
  last_medical_checkup: day,
  medical_clearance: v.optional(v.nullable(v.boolean())),
  medical_clearance_date: day,
  emergency_medical_info: line(2000),
  hospital_preference: line(200),
  medical_insurance: line(200),
  doctor_name: line(120),
  doctor_phone: phone,
});

/** What coaches should know about a child's behaviour. */
export const ChildBehaviour = v.object({
  personality: line(1000),
  behavioral_notes: line(2000),
  learning_difficulties: line(2000),
  anxiety_triggers: line(2000),
  communication_preferences: line(1000),
});

/** How a parent prefers to be contacted. */
export const communicationMethods = ['email', 'phone', 'whatsapp', 'sms'] as const;

const profileFields = {
  name: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(120))),
  first_name: line(120),
  last_name: line(120),
  phone,
  secondary_phone: phone,
  whatsapp_country_code: line(5),
  whatsapp_phone: line(14),
  address: line(300),
  preferred_language: line(35),
  communication_method: v.optional(v.nullable(v.picklist(communicationMethods))),
  special_instructions: line(1000),
  health: v.optional(ParentHealth),
  emergency_contacts: people,
  pickup_authorizations: people,
};

const childFields = {
  name: v.optional(Name),
  dob: v.optional(v.pipe(v.string(), v.isoDate())),
  gender: line(40),
  experience_level: line(40),
  shirt_size: line(20),
  /** True once the 60-second quiz was taken for the child. `current_level` has no field, because a coach decides it. */
  quiz_completed: v.optional(v.nullable(v.boolean())),
  /** `answer` says that there is nothing to report. Lists are merged with those on record (`private.merge_lines`). */
  health: v.optional(
    v.object({ ...ChildHealth.entries, answer: v.optional(v.nullable(v.literal('nothing'))) }),
  ),
  behaviour: v.optional(ChildBehaviour),
  emergency_contacts: people,
  pickup_authorizations: people,
};

/** Arguments of `save_profile`. `original` has the values that the form showed when it was opened. */
export const SaveProfile = v.object({ ...profileFields, original: v.optional(v.object(profileFields)) });
export type SaveProfile = v.InferOutput<typeof SaveProfile>;

/** Arguments of `save_child`. Without `id`, a child is added, and a name and a birth date are required. */
export const SaveChild = v.object({
  id: v.optional(v.nullable(v.pipe(v.string(), v.uuid()))),
  ...childFields,
  original: v.optional(v.object(childFields)),
});
export type SaveChild = v.InferOutput<typeof SaveChild>;

/** Fields that the other parent changed after the form was opened. Saving `theirs` restores a value. */
export const Overwritten = v.array(v.object({ field: v.string(), theirs: v.unknown() }));
export type Overwritten = v.InferOutput<typeof Overwritten>;

const SavedPerson = v.object({
  name: v.string(),
  relationship: v.nullable(v.string()),
  phone: v.nullable(v.string()),
});

const text = v.nullable(v.string());

type AllPresent<T> = { [K in keyof T]-?: Exclude<T[K], undefined> };

/** What a parent reads about themselves. */
export const ParentProfile = v.object({
  id: v.string(),
  family_id: text,
  name: v.string(),
  first_name: text,
  last_name: text,
  email: text,
  phone: text,
  secondary_phone: text,
  whatsapp_country_code: text,
  whatsapp_phone: text,
  address: text,
  preferred_language: text,
  communication_method: v.nullable(v.picklist(communicationMethods)),
  special_instructions: text,
  updated_at: v.string(),
  /** The person's own health. Null if nobody has been asked about it. */
  health: v.nullable(
    v.custom<AllPresent<v.InferOutput<typeof ParentHealth>>>((value) => v.is(ParentHealth, value)),
  ),
  emergency_contacts: v.array(SavedPerson),
  /** The name of the first emergency contact. */
  emergency_contact: text,
  emergency_phone: text,
  pickup_authorization: v.array(SavedPerson),
  terms_accepted: v.boolean(),
  liability_waiver: v.boolean(),
  medical_authorization: v.boolean(),
  photo_consent: v.boolean(),
  is_primary: v.boolean(),
  is_secondary: v.boolean(),
  profile_complete: v.boolean(),
  verification_status: v.picklist(['verified', 'unverified']),
  /** Only in the answer to saving. */
  overwritten: v.optional(Overwritten),
});
export type ParentProfile = v.InferOutput<typeof ParentProfile>;

/** What a parent reads about a child. */
export const ChildProfile = v.object({
  id: v.string(),
  family_id: v.string(),
  name: v.string(),
  dob: v.string(),
  gender: text,
  current_level: v.number(),
  /** The teams that staff agreed to although age or level do not fit. */
  agreed_teams: v.array(v.string()),
  experience_level: text,
  shirt_size: text,
  /** `proposed` means that the child is from a guest's order, and no parent has confirmed it yet. */
  status: v.picklist(['own', 'proposed', 'declined']),
  created_at: v.string(),
  updated_at: v.string(),
  quiz_completed: v.boolean(),
  has_photo: v.boolean(),
  health: v.nullable(
    v.custom<AllPresent<v.InferOutput<typeof ChildHealth>>>((value) => v.is(ChildHealth, value)),
  ),
  /** The state of the answer about health, with who answered and when. */
  health_answer: HealthAnswer,
  behaviour: v.nullable(
    v.custom<AllPresent<v.InferOutput<typeof ChildBehaviour>>>((value) => v.is(ChildBehaviour, value)),
  ),
  emergency_contacts: v.array(SavedPerson),
  /** The name of the first emergency contact. */
  emergency_contact: text,
  emergency_phone: text,
  pickup_authorizations: v.array(SavedPerson),
  /** Only the contacts of this child, without those of the family. */
  own_emergency_contacts: v.array(SavedPerson),
  own_pickup_authorizations: v.array(SavedPerson),
  indemnity_signed: v.boolean(),
  medical_consent: v.boolean(),
  photo_consent: v.boolean(),
  activity_participation_consent: v.boolean(),
  child_profile_complete: v.boolean(),
  /** Only in the answer to saving. */
  overwritten: v.optional(Overwritten),
});
export type ChildProfile = v.InferOutput<typeof ChildProfile>;
