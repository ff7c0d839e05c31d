import type { OwnFamily } from '#api/own-family.ts';
import type { CheckoutForm } from './form.ts';
import type { createTexts } from './texts.ts';
import { isBlankChild } from '#domain/person.ts';
import { followRecord } from './on-record.ts';
import { childOf, type Form } from './model.ts';

/**
 * What the account says fills what nobody has typed; health and consents never: what stands of them is signed as
 * unchanged.
 */
export function know(
  form: CheckoutForm,
  texts: ReturnType<typeof createTexts>,
  family: OwnFamily,
): Promise<void> {
  const { $form, $family } = form;
  $family.set(family);
  $form.set(withFamily($form.get(), family));
  return family.children.length > 0 ? followRecord(form, texts) : Promise.resolve();
}

/** With what an account knows, where nobody has typed: who it is, and an only child. */
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
