import type { OwnFamily } from '../../../api/own-family.ts';
import type { CheckoutForm } from './form.ts';
import { isBlankChild } from '../../../domain/person.ts';
import { childOf, type Form } from './model.ts';

/** What the account says fills what nobody has typed; health, pickup and consents never. */
export function know({ $form, $family }: CheckoutForm, family: OwnFamily): void {
  $family.set(family);
  $form.set(withFamily($form.get(), family));
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
