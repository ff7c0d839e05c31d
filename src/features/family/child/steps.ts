import { experienceLevels } from '#contract/orders.ts';
import type { SheetField } from '#ui/family/sheet/field.ts';
import { fieldMessages as w } from './messages.ts';
import type { StepId } from './step-ids.ts';

const MOST = 2000;
const area = (path: string, words: { label: string; hint?: string }): SheetField => ({
  ...{ path, kind: 'area', maxLength: MOST },
  ...words,
});

const lines = (path: string, words: { label: string; hint?: string }): SheetField => ({
  ...{ path, kind: 'lines', maxLength: 500 },
  ...words,
});

export const addFields: readonly SheetField[] = [
  { path: 'name', kind: 'text', autoComplete: 'off', maxLength: 120, required: true, ...w.name },
  { path: 'dob', kind: 'birth', ...w.dob },
  {
    path: 'experience_level',
    kind: 'choice',
    options: experienceLevels.map((value) => ({ value, label: w.levels[value] })),
    ...w.experience,
  },
];

export const stepFields: Record<StepId, readonly SheetField[]> = {
  about: [
    ...addFields,
    { path: 'gender', kind: 'choice', options: w.genders, ...w.gender },
    { path: 'shirt_size', kind: 'choice', options: w.sizes, ...w.shirt },
  ],
  health: [
    lines('health.allergies', w.allergies),
    lines('health.medications', w.medications),
    lines('health.medical_conditions', w.conditions),
    lines('health.physical_limitations', w.limits),
    area('health.emergency_medical_info', w.emergencyInfo),
    { path: 'health.answer', kind: 'tick', ...w.nothing },
  ],
  body: [
    { path: 'health.fitness_level', kind: 'choice', options: w.fitnesses, ...w.fitness },
    area('health.physical_conditions', w.physical),
    area('health.previous_injuries', w.injuries),
  ],
  doctor: [
    { path: 'health.doctor_name', kind: 'text', autoComplete: 'off', maxLength: 120, ...w.doctor },
    { path: 'health.doctor_phone', kind: 'phone', autoComplete: 'off', maxLength: 40, ...w.doctorPhone },
    { path: 'health.hospital_preference', kind: 'text', autoComplete: 'off', maxLength: 200, ...w.hospital },
    { path: 'health.medical_insurance', kind: 'text', autoComplete: 'off', maxLength: 200, ...w.insurance },
    { path: 'health.last_medical_checkup', kind: 'date', ...w.checkup },
    { path: 'health.medical_clearance', kind: 'choice', options: w.yesNo, ...w.clearance },
    { path: 'health.medical_clearance_date', kind: 'date', ...w.clearanceDate },
  ],
  ways: [
    { ...area('behaviour.personality', w.personality), maxLength: 1000 },
    area('behaviour.behavioral_notes', w.behaviour),
    area('behaviour.learning_difficulties', w.learning),
    area('behaviour.anxiety_triggers', w.anxiety),
    { ...area('behaviour.communication_preferences', w.talk), maxLength: 1000 },
  ],
  people: [],
  pickup: [],
};
