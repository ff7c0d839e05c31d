import { SaveChild } from '#contract/family-people.ts';
import { experienceLevels } from '#contract/orders.ts';
import { fieldsOf, type FormField } from '#ui/kit/form/field.ts';
import { fieldMessages } from './messages.ts';
import type { StepId } from './step-ids.ts';

const field = fieldsOf(SaveChild);
/** The limit of one entry. The contract limits the whole list. */
const line = { maxLength: 500 };
/** Keeps the browser from filling in the parent's own details, because the field is about the child. */
const noAutofill = { autoComplete: 'off' };

export const addFields: readonly FormField[] = [
  field('name', 'text', fieldMessages.name, { ...noAutofill, required: true }),
  field('dob', 'birth', fieldMessages.dob),
  field('experience_level', 'choice', fieldMessages.experience, {
    options: experienceLevels.map((value) => ({ value, label: fieldMessages.levels[value] })),
  }),
];

export const stepFields: Record<StepId, readonly FormField[]> = {
  about: [
    ...addFields,
    field('gender', 'choice', fieldMessages.gender, { options: fieldMessages.genders }),
    field('shirt_size', 'choice', fieldMessages.shirt, { options: fieldMessages.sizes }),
  ],
  health: [
    field('health.allergies', 'lines', fieldMessages.allergies, line),
    field('health.medications', 'lines', fieldMessages.medications, line),
    field('health.medical_conditions', 'lines', fieldMessages.conditions, line),
    field('health.physical_limitations', 'lines', fieldMessages.limits, line),
    field('health.emergency_medical_info', 'area', fieldMessages.emergencyInfo),
    field('health.answer', 'tick', fieldMessages.nothing),
  ],
  body: [
    field('health.fitness_level', 'choice', fieldMessages.fitness, { options: fieldMessages.fitnesses }),
    field('health.physical_conditions', 'area', fieldMessages.physical),
    field('health.previous_injuries', 'area', fieldMessages.injuries),
  ],
  doctor: [
    field('health.doctor_name', 'text', fieldMessages.doctor, noAutofill),
    field('health.doctor_phone', 'phone', fieldMessages.doctorPhone, noAutofill),
    field('health.hospital_preference', 'text', fieldMessages.hospital, noAutofill),
    field('health.medical_insurance', 'text', fieldMessages.insurance, noAutofill),
    field('health.last_medical_checkup', 'date', fieldMessages.checkup),
    field('health.medical_clearance', 'choice', fieldMessages.clearance, { options: fieldMessages.yesNo }),
    field('health.medical_clearance_date', 'date', fieldMessages.clearanceDate),
  ],
  ways: [
    field('behaviour.personality', 'area', fieldMessages.personality),
    field('behaviour.behavioral_notes', 'area', fieldMessages.behaviour),
    field('behaviour.learning_difficulties', 'area', fieldMessages.learning),
    field('behaviour.anxiety_triggers', 'area', fieldMessages.anxiety),
    field('behaviour.communication_preferences', 'area', fieldMessages.talk),
  ],
  people: [],
  pickup: [],
};
