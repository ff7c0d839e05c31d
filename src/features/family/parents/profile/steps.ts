import { SaveProfile } from '#contract/family-people.ts';
import { fieldsOf, type FormField } from '#ui/kit/form/field.ts';
import { fieldMessages as w } from './messages.ts';
import type { StepId } from './step-ids.ts';

const languages = ['en', 'zh', 'ms', 'ta', 'hi', 'id', 'ja', 'ko', 'de', 'fr', 'es'];
const languageName = new Intl.DisplayNames('en', { type: 'language' });
const options = languages.map((value) => ({ value, label: languageName.of(value) ?? value }));

const field = fieldsOf(SaveProfile);
const off = { autoComplete: 'off' };

export const stepFields: Record<StepId, readonly FormField[]> = {
  you: [
    field('name', 'text', w.name, { autoComplete: 'name' }),
    field('first_name', 'text', w.firstName, { autoComplete: 'given-name' }),
    field('last_name', 'text', w.lastName, { autoComplete: 'family-name' }),
    field('preferred_language', 'choice', w.language, { options }),
  ],
  reach: [
    field('phone', 'phone', w.phone, { autoComplete: 'tel' }),
    field('secondary_phone', 'phone', w.secondPhone, off),
    // Sent as a country's code and a number.
    field('whatsapp', 'phone', w.whatsapp, off),
    field('communication_method', 'choice', w.method, { options: w.methods }),
    field('address', 'text', w.address, { autoComplete: 'street-address' }),
  ],
  people: [],
  pickup: [],
  health: [
    field('health.medical_conditions', 'area', w.conditions),
    field('health.allergies', 'area', w.allergies),
    field('health.medications', 'area', w.medications),
    field('health.doctor_name', 'text', w.doctor, off),
    field('health.doctor_phone', 'phone', w.doctorPhone, off),
    field('health.insurance_provider', 'text', w.insurer, off),
    field('health.insurance_number', 'text', w.policy, off),
  ],
  wishes: [field('special_instructions', 'area', w.wishes)],
};
