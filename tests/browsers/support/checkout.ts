import { env } from '../../e2e/support/env.ts';
import type { Visitor } from './visitor.ts';

interface Family {
  child: string;
  year?: number;
  email: string;
}

export async function fillBirthDate(visitor: Visitor, year: number, within?: { role: string; name: string }) {
  for (const [label, value] of Object.entries({ Day: '14', Month: '03', Year: String(year) }))
    await visitor.fill({ label, ...(within && { within }) }, value);
}

export async function fillCheckout(visitor: Visitor, { child, year = 2018, email }: Family): Promise<void> {
  const card = { role: 'group', name: '/^Child 1$/' };
  await visitor.fill({ label: 'Child’s full name', within: card }, child);
  await fillBirthDate(visitor, year, card);
  await visitor.fill({ label: 'Parent’s full name' }, 'Lim Wei Ming');
  await visitor.fill({ label: 'E-mail' }, email);
  await visitor.fill({ label: 'Mobile (WhatsApp)' }, '9123 4567');
  await visitor.press({ role: 'checkbox', name: '/terms/' });
  await visitor.press({ role: 'checkbox', name: '/take part/' });
  await visitor.press({ role: 'radio', name: 'Nothing to report' });
  await visitor.fill({ label: 'Your signature' }, 'Lim Wei Ming');
}

export async function pay(visitor: Visitor, price: string, success = /\/payment-success/): Promise<void> {
  const button = { role: 'button', name: `Pay S$${price}` };
  await visitor.press(button);
  await visitor.arrive(new RegExp(`^${env('STRIPE_API_URL')}`));
  await visitor.press(button);
  await visitor.arrive(success);
}
