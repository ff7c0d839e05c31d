import type { OwnFamily } from '#api/own-family.ts';
import type { CheckoutForm } from './form.ts';
import type { createTexts } from './messages.ts';
import { isBlankChild } from '#domain/person.ts';
import { followRecord } from './on-record.ts';
import { childOf, type Form } from './model.ts';

/**
 * Applies what is known of a family. Health and consents are not filled in, because the parent confirms that they have
 * not changed.
 */
export function applyKnown(
  form: CheckoutForm,
  texts: ReturnType<typeof createTexts>,
  family: OwnFamily,
): Promise<void> {
  form.$family.set(family);
  form.fill(withFamily(form.$values.get(), family));
  return family.children.length > 0 ? followRecord(form, texts) : Promise.resolve();
}

/** Fills empty fields with the parent's details. If the family has only one child, it also fills in the child's. */
export function withFamily(form: Form, { name, email, phone, children }: OwnFamily): Form {
  const [only, ...others] = children;
  const [first, ...more] = form.children;
  const isOnly = only && others.length === 0 && first && more.length === 0 && isBlankChild(first);
  return {
    ...form,
    parentName: form.parentName || name,
    email: form.email || email,
    phone: form.phone || phone,
    children: isOnly ? [{ ...first, ...childOf(only.name, only.dob) }] : form.children,
  };
}
