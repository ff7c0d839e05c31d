import { SaveProfile } from '#contract/family-people.ts';
import { fieldsOf, type FormField } from '#ui/kit/form/field.ts';
import { fieldMessages } from './messages.ts';
import type { StepId } from './step-ids.ts';

const languages = ['en', 'zh', 'ms', 'ta', 'hi', 'id', 'ja', 'ko', 'de', 'fr', 'es'];
const languageName = new Intl.DisplayNames('en', { type: 'language' });
const options = languages.map((value) => ({ value, label: languageName.of(value) ?? value }));

const field = fieldsOf(SaveProfile);
const noAutofill = { autoComplete: 'off' };

export const stepFields: Record<StepId, readonly FormField[]> = {
  you: [
    field('name', 'text', fieldMessages.name, { autoComplete: 'name' }),
    field('first_name', 'text', fieldMessages.firstName, { autoComplete: 'given-name' }),
    field('last_name', 'text', fieldMessages.lastName, { autoComplete: 'family-name' }),
    field('preferred_language', 'choice', fieldMessages.language, { options }),
  ],
  reach: [
    field('phone', 'phone', fieldMessages.phone, { autoComplete: 'tel' }),
    field('secondary_phone', 'phone', fieldMessages.secondPhone, noAutofill),
    // The number is sent as a country code and a local number.
    field('whatsapp', 'phone', fieldMessages.whatsapp, noAutofill),
    field('communication_method', 'choice', fieldMessages.method, { options: fieldMessages.methods }),
    field('address', 'text', fieldMessages.address, { autoComplete: 'street-address' }),
  ],
  people: [],
  pickup: [],
  health: [
    field('health.medical_conditions', 'area', fieldMessages.conditions),
    field('health.allergies', 'area', fieldMessages.allergies),
    field('health.medications', 'area', fieldMessages.medications),
    field('health.doctor_name', 'text', fieldMessages.doctor, noAutofill),
    field('health.doctor_phone', 'phone', fieldMessages.doctorPhone, noAutofill),
    field('health.insurance_provider', 'text', fieldMessages.insurer, noAutofill),
    field('health.insurance_number', 'text', fieldMessages.policy, noAutofill),
  ],
  wishes: [field('special_instructions', 'area', fieldMessages.wishes)],
};
