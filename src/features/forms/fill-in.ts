import { readFormPrefill } from '#api/form-prefill.ts';
import { fillEmpty } from '#ui/people/fill-empty.ts';
import type { Field, FieldType } from './model.ts';

const contactFields: Partial<Record<FieldType, 'name' | 'email' | 'phone'>> = {
  contactName: 'name',
  contactEmail: 'email',
  contactPhone: 'phone',
};

export async function fillInContact(form: HTMLFormElement, fields: readonly Field[]): Promise<void> {
  const family = await readFormPrefill();
  if (!family) return;
  for (const { type, key } of fields) {
    const contactField = contactFields[type];
    if (contactField)
      fillEmpty(form.querySelector<HTMLInputElement>(`[name="${key}"]`), family[contactField]);
  }
}
