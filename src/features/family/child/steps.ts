import { SaveChild } from '#contract/family-people.ts';
import { experienceLevels } from '#contract/orders.ts';
import { fieldsOf, type FormField } from '#ui/kit/form/field.ts';
import { fieldMessages as w } from './messages.ts';
import type { StepId } from './step-ids.ts';

const field = fieldsOf(SaveChild);
/** The contract limits the whole list; this is the longest entry. */
const line = { maxLength: 500 };
/** What a parent types about a child, which the browser must not fill in with the parent's own. */
const off = { autoComplete: 'off' };

export const addFields: readonly FormField[] = [
  field('name', 'text', w.name, { ...off, required: true }),
  field('dob', 'birth', w.dob),
  field('experience_level', 'choice', w.experience, {
    options: experienceLevels.map((value) => ({ value, label: w.levels[value] })),
  }),
];

export const stepFields: Record<StepId, readonly FormField[]> = {
  about: [
    ...addFields,
    field('gender', 'choice', w.gender, { options: w.genders }),
    field('shirt_size', 'choice', w.shirt, { options: w.sizes }),
  ],
  health: [
    field('health.allergies', 'lines', w.allergies, line),
    field('health.medications', 'lines', w.medications, line),
    field('health.medical_conditions', 'lines', w.conditions, line),
    field('health.physical_limitations', 'lines', w.limits, line),
    field('health.emergency_medical_info', 'area', w.emergencyInfo),
    field('health.answer', 'tick', w.nothing),
  ],
  body: [
    field('health.fitness_level', 'choice', w.fitness, { options: w.fitnesses }),
    field('health.physical_conditions', 'area', w.physical),
    field('health.previous_injuries', 'area', w.injuries),
  ],
  doctor: [
    field('health.doctor_name', 'text', w.doctor, off),
    field('health.doctor_phone', 'phone', w.doctorPhone, off),
    field('health.hospital_preference', 'text', w.hospital, off),
    field('health.medical_insurance', 'text', w.insurance, off),
    field('health.last_medical_checkup', 'date', w.checkup),
    field('health.medical_clearance', 'choice', w.clearance, { options: w.yesNo }),
    field('health.medical_clearance_date', 'date', w.clearanceDate),
  ],
  ways: [
    field('behaviour.personality', 'area', w.personality),
    field('behaviour.behavioral_notes', 'area', w.behaviour),
    field('behaviour.learning_difficulties', 'area', w.learning),
    field('behaviour.anxiety_triggers', 'area', w.anxiety),
    field('behaviour.communication_preferences', 'area', w.talk),
  ],
  people: [],
  pickup: [],
};
