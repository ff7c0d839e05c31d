import type { SheetField } from '#ui/family/sheet/field.ts';
import { fieldMessages as w } from './messages.ts';
import type { StepId } from './step-ids.ts';

const languages = ['en', 'zh', 'ms', 'ta', 'hi', 'id', 'ja', 'ko', 'de', 'fr', 'es'];
const languageName = new Intl.DisplayNames('en', { type: 'language' });
const options = languages.map((value) => ({ value, label: languageName.of(value) ?? value }));

export const stepFields: Record<StepId, readonly SheetField[]> = {
  you: [
    { path: 'name', kind: 'text', autoComplete: 'name', maxLength: 120, ...w.name },
    { path: 'first_name', kind: 'text', autoComplete: 'given-name', maxLength: 120, ...w.firstName },
    { path: 'last_name', kind: 'text', autoComplete: 'family-name', maxLength: 120, ...w.lastName },
    { path: 'preferred_language', kind: 'choice', options, ...w.language },
  ],
  reach: [
    { path: 'phone', kind: 'phone', autoComplete: 'tel', maxLength: 40, ...w.phone },
    { path: 'secondary_phone', kind: 'phone', autoComplete: 'off', maxLength: 40, ...w.secondPhone },
    { path: 'whatsapp', kind: 'phone', autoComplete: 'off', maxLength: 40, ...w.whatsapp },
    { path: 'communication_method', kind: 'choice', options: w.methods, ...w.method },
    { path: 'address', kind: 'text', autoComplete: 'street-address', maxLength: 300, ...w.address },
  ],
  people: [],
  pickup: [],
  health: [
    { path: 'health.medical_conditions', kind: 'area', maxLength: 2000, ...w.conditions },
    { path: 'health.allergies', kind: 'area', maxLength: 2000, ...w.allergies },
    { path: 'health.medications', kind: 'area', maxLength: 2000, ...w.medications },
    { path: 'health.doctor_name', kind: 'text', autoComplete: 'off', maxLength: 120, ...w.doctor },
    { path: 'health.doctor_phone', kind: 'phone', autoComplete: 'off', maxLength: 40, ...w.doctorPhone },
    { path: 'health.insurance_provider', kind: 'text', autoComplete: 'off', maxLength: 120, ...w.insurer },
    { path: 'health.insurance_number', kind: 'text', autoComplete: 'off', maxLength: 60, ...w.policy },
  ],
  wishes: [{ path: 'special_instructions', kind: 'area', maxLength: 1000, ...w.wishes }],
};
